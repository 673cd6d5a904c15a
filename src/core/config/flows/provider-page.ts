import type { ProviderInternals } from "../../../types/provider-common.js";
import type { servesPage } from "../../../types/symbols.js";
import type { Flow, FlowContext } from "../../flow.js";
import type { Outcome } from "../../http/outcome.js";
import { actionUrl } from "../../http/urls.js";

type Serve = NonNullable<ProviderInternals[typeof servesPage]>;

/** A page that a provider serves in the app, as the response to a request. */
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

/** Fields sent twice are dropped, so that no two readers see different values. */
function addressOf(id: string, { site, query }: FlowContext): URL {
  const url = new URL(`${site.origin}${site.basePath}/assets/${encodeURIComponent(id)}`);
  for (const [name, value] of query.texts()) url.searchParams.set(name, value);
  return url;
}
