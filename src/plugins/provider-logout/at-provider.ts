import { coreOf } from "../../core/actions/plugin-context.js";
import { asError } from "../../core/errors/as-error.js";
import { SignOutError } from "../../core/errors/errors.js";
import { redirectTo, type Outcome } from "../../core/http/outcome.js";
import { notFound } from "../../core/http/request-problem.js";
import { homeOf, withQuery } from "../../core/http/urls.js";
import type { Context, SignedOut } from "../../core/plugin.js";
import { endSessionAt } from "./end-session.js";
import { inquiryOf } from "./inquiry.js";
import { takeProvider, type ProviderSession } from "./provider-session.js";

const purpose = "signed-out";
/** Seconds that the user may take to sign out at the provider. */
const lasts = 60 * 60;

/** Once the local session has ended, redirects to the provider's sign-out, which returns here. */
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

/** Tells users that they are still signed in at the provider. */
function stillThere(context: Context, provider: string, error: unknown): Outcome {
  const message = `A user signed out here, but not at the provider ${JSON.stringify(provider)}: ${asError(error).message}`;
  const told = new SignOutError(message, { err: asError(error), provider });
  context.app.logger.error("SignOutError", told);
  return redirectTo(withQuery(context.url("error"), { error: "SignedInElsewhere" }));
}

/** `GET signout/{provider}`: the browser returns from the provider, with the state. */
export async function comeBack(context: Context): Promise<Outcome> {
  const { act, app, request, site } = context;
  const run = inquiryOf(context, act);
  if (!run || run.provider.endSession === false) throw notFound();
  const token = request.query.text("state");
  const claims = token === undefined ? null : await app.open(purpose, token);
  if (claims?.["provider"] !== act) return redirectTo(homeOf(site));
  const target = claims?.["target"];
  // The target was checked when it was sealed, but the `redirect` callback may allow less by now.
  const { resolveRedirect } = coreOf(context);
  return redirectTo(await resolveRedirect(typeof target === "string" ? target : undefined));
}
