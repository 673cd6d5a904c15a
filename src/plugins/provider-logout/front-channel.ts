import { coreOf } from "../../actions/plugin-context.js";
import type { Context } from "../../core/plugin.js";
import type { Outcome } from "../../http/outcome.js";
import { notFound } from "../../http/problem.js";
import type { SignedIn } from "../../types/hooks.js";
import { refusal } from "./back-channel.js";
import { openIdInquiry } from "./inquiry.js";
import { isIssuer } from "./is-issuer.js";

const longestName = 255;

/** Someone signed in: notes the session at the provider, so that a page of the provider can end it. */
export async function noteSession(context: Context, { account, profile }: SignedIn): Promise<void> {
  const { sid } = profile ?? {};
  if (account.type !== "oidc" || typeof sid !== "string") return;
  await coreOf(context).registry?.noteAtProvider(account.provider, sid);
}

/**
 * `GET frontchannel-logout/{provider}`: a page of the provider shows this address in a frame when somebody signs
 * out there (OpenID Connect Front-Channel Logout 1.0). Browsers send no cookies along, so that the session
 * is found by its id there: a text that nobody can guess, and that must have brought somebody here.
 */
export async function frontChannelLogout(context: Context): Promise<Outcome> {
  const run = openIdInquiry(context);
  if (!run) throw notFound();
  const { registry } = coreOf(context);
  if (!registry) {
    return refusal("Add `sessionRegistry()` to `plugins`, so that sessions can be ended.", 501);
  }
  const { query } = context.request;
  const [issuer, sid] = [query.text("iss"), query.text("sid")];
  if (!issuer || !sid || sid.length > longestName) {
    return refusal("The provider must tell `iss` and `sid`: ask it to by its options.");
  }
  if (!(await isIssuer(run, issuer))) return refusal("The issuer is another one.");
  const { act: provider = "" } = context;
  // Anybody can ask: nothing is written about sessions that there never were.
  if (await registry.isNotedAt(provider, sid)) {
    await registry.endAtProvider(provider, sid);
    await context.tell({ type: "session.ended", actor: "provider", provider });
  }
  return { kind: "empty", status: 200 };
}
