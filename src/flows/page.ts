import type { Outcome } from "../http/outcome.js";
import { actionUrl } from "../http/urls.js";
import type { servesPage } from "../symbols.js";
import type { ProviderInternals } from "../types/provider-common.js";
import type { Flow, FlowContext } from "./flow.js";

type Serve = NonNullable<ProviderInternals[typeof servesPage]>;

/** The page that a provider has in the application, as the answer to a request. */
export function pageOf(id: string, serve: Serve): NonNullable<Flow["page"]> {
  const show = async (context: FlowContext): Promise<Outcome | undefined> => {
    const served = await serve({
      url: addressOf(id, context),
      origin: context.site.origin,
      headers: context.headers,
      ip: context.clientIp(),
      peer: context.peer,
      callbackUrl: actionUrl(context.site, "callback", id),
    });
    if (!served) return undefined;
    if ("redirect" in served) return { kind: "redirect", to: served.redirect };
    const { html: body, headers } = served;
    return { kind: "html", status: 200, body, headers };
  };
  return { id, show };
}

/** Of what was given twice, nothing is told: nobody reads the first where somebody else reads the last. */
function addressOf(id: string, { site, query }: FlowContext): URL {
  const url = new URL(`${site.origin}${site.basePath}/assets/${encodeURIComponent(id)}`);
  for (const [name, value] of query.texts()) url.searchParams.set(name, value);
  return url;
}
