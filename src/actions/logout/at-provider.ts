import { forgetProvider, readProvider } from "../../accounts/provider-session.js";
import { openToken, sealToken } from "../../crypto/token.js";
import { SignOutError } from "../../errors.js";
import { redirectTo, type Outcome } from "../../http/outcome.js";
import { notFound } from "../../http/problem.js";
import { actionUrl, withQuery } from "../../http/urls.js";
import { asError } from "../../thrown.js";
import type { Action, ActionContext } from "../context.js";

const salt = "latchkey.signed-out";
/** Seconds that somebody may take to sign out at the provider. */
const lasts = 60 * 60;

/** The session here is ended. The browser goes on to end the one at the provider, and comes back. */
export async function leaveProvider(context: ActionContext): Promise<Outcome> {
  const { flows, site, keys, now, timeout, callbackUrl, body } = context;
  const there = await readProvider(context);
  forgetProvider(context);
  const endSession = there && flows.get(there.provider)?.endSession;
  const stays = body.value("provider") === "false" || body.value("provider") === false;
  if (!there || !endSession || stays) return redirectTo(callbackUrl);
  try {
    const claims = { target: callbackUrl, provider: there.provider };
    const state = await sealToken(keys, { salt, claims, maxAge: lasts, now });
    const returnTo = actionUrl(site, "signout", there.provider);
    const asked = { returnTo, state, idToken: there.idToken };
    return redirectTo((await endSession({ keys, timeout, now }, asked)).href);
  } catch (error) {
    return stillThere(context, there.provider, error);
  }
}

/** Nobody is left in the belief that they are signed out everywhere. */
function stillThere({ logger, site }: ActionContext, provider: string, error: unknown): Outcome {
  const message = `Somebody signed out here and not at the provider ${JSON.stringify(provider)}: ${asError(error).message}`;
  logger.error("SignOutError", new SignOutError(message, { err: asError(error), provider }));
  return redirectTo(withQuery(actionUrl(site, "error"), { error: "SignedInElsewhere" }));
}

/** `GET signout/{id}`: back from the provider, which brings the state along. */
export const comeBack: Action = async (context) => {
  const { flows, providerId = "", query, keys, now, site } = context;
  if (!flows.get(providerId)?.endSession) throw notFound();
  const token = query.text("state");
  const opened = token === undefined ? undefined : await openToken(keys, { salt, token, now });
  if (!opened?.ok || opened.claims["provider"] !== providerId) return redirectTo(site.origin);
  const { target } = opened.claims;
  // It was judged when it was sealed; what the callback allows may have changed since.
  return redirectTo(await context.resolveRedirect(typeof target === "string" ? target : undefined));
};
