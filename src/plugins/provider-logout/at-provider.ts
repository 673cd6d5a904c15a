import { coreOf } from "../../actions/plugin-context.js";
import type { Context, SignedOut } from "../../core/plugin.js";
import { SignOutError } from "../../errors.js";
import { redirectTo, type Outcome } from "../../http/outcome.js";
import { notFound } from "../../http/problem.js";
import { homeOf, withQuery } from "../../http/urls.js";
import { asError } from "../../thrown.js";
import { endSessionAt } from "./end-session.js";
import { inquiryOf } from "./inquiry.js";
import { takeProvider, type ProviderSession } from "./provider-session.js";

const purpose = "signed-out";
/** Seconds that the user may take to sign out at the provider. */
const lasts = 60 * 60;

/** Once the session here has ended, the browser goes on to end the one at the provider, and comes back. */
export async function leaveProvider(context: Context): Promise<SignedOut | undefined> {
  const there = await takeProvider(context);
  const { body } = context.request;
  const stays = body.value("provider") === "false" || body.value("provider") === false;
  if (!there || stays) return undefined;
  return async () => {
    try {
      return await wayTo(context, there);
    } catch (error) {
      return stillThere(context, there.provider, error);
    }
  };
}

async function wayTo(
  context: Context,
  { provider, idToken }: ProviderSession,
): Promise<Outcome | undefined> {
  const run = inquiryOf(context, provider);
  const endSession = run && (await endSessionAt(run));
  if (!endSession) return undefined;
  const state = await context.app.seal(purpose, { target: context.callbackUrl, provider }, lasts);
  const returnTo = context.url("signout", provider);
  return redirectTo(endSession({ returnTo, state, idToken }).href);
}

/** Nobody is left in the belief that they are signed out everywhere. */
function stillThere(context: Context, provider: string, error: unknown): Outcome {
  const message = `A user signed out here and not at the provider ${JSON.stringify(provider)}: ${asError(error).message}`;
  const told = new SignOutError(message, { err: asError(error), provider });
  context.app.logger.error("SignOutError", told);
  return redirectTo(withQuery(context.url("error"), { error: "SignedInElsewhere" }));
}

/** `GET signout/{provider}`: back from the provider, which brings the state along. */
export async function comeBack(context: Context): Promise<Outcome> {
  const { act, app, request, site } = context;
  const run = inquiryOf(context, act);
  if (!run || run.provider.endSession === false) throw notFound();
  const token = request.query.text("state");
  const claims = token === undefined ? null : await app.open(purpose, token);
  if (claims?.["provider"] !== act) return redirectTo(homeOf(site));
  const target = claims?.["target"];
  // It was judged when it was sealed; what the callback allows may have changed since.
  const { resolveRedirect } = coreOf(context);
  return redirectTo(await resolveRedirect(typeof target === "string" ? target : undefined));
}
