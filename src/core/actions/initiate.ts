import { attempt } from "../events/attempt.js";
import type { Flow } from "../flow.js";
import { Fields } from "../http/fields.js";
import { redirectTo, type Outcome } from "../http/outcome.js";
import { isPrefetch } from "../http/prefetch.js";
import { actionUrl, homeOf, withQuery } from "../http/urls.js";
import type { Action, ActionContext } from "./context.js";
import { assertWithinLimit } from "./limit.js";

/**
 * `GET signin/{id}`: a sign-in started by the provider or a third party (OpenID Connect Core, section 4). Any
 * other request gets the sign-in page.
 */
export const initiateSignIn: Action = async (context): Promise<Outcome> => {
  const { flows, providerId = "", query, headers } = context;
  const flow = flows.get(providerId);
  const issuer = query.text("iss");
  if (!flow?.initiate || issuer === undefined || isPrefetch(headers)) return toPage(context);
  return attempt(context, { provider: flow.id }, () => initiate(context, flow, issuer));
};

async function initiate(context: ActionContext, flow: Flow, issuer: string): Promise<Outcome> {
  const { query } = context;
  await assertWithinLimit(context, flow, { action: "signin" });
  const callbackUrl = await context.resolveRedirect(query.text("target_link_uri"));
  // Any site can send a browser here, so only the login hint is passed on to the provider, and the account is
  // never linked to the user who happens to be signed in.
  const stranger = { ...context, query: hintIn(query), callbackUrl, signedInAs: nobody };
  return (await flow.initiate?.(stranger, issuer)) ?? toPage(context);
}

const longestHint = 1024;

function hintIn(query: Fields): Fields {
  const hint = query.text("login_hint");
  const isUsable = hint !== undefined && hint.length <= longestHint;
  return Fields.fromObject(isUsable ? { login_hint: hint } : {});
}

function nobody(): Promise<null> {
  return Promise.resolve(null);
}

function toPage({ site, callbackUrl }: ActionContext): Outcome {
  const page = actionUrl(site, "signin");
  return redirectTo(callbackUrl === homeOf(site) ? page : withQuery(page, { callbackUrl }));
}
