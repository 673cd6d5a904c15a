import { coreOf } from "../../core/actions/plugin-context.js";
import type { Outcome } from "../../core/http/outcome.js";
import { notFound } from "../../core/http/request-problem.js";
import type { Context } from "../../core/plugin.js";
import { findServer } from "../../flows/oauth/discovery/server.js";
import type { Inquiry } from "../../flows/oauth/provider/run.js";
import type { SignedIn } from "../../types/hooks.js";
import { refusal } from "./back-channel.js";
import { openIdInquiry } from "./inquiry.js";

const longestName = 255;

/**
 * Stores the provider's session id at sign-in, so that front-channel logout can find the session.
 */
export async function noteSession(context: Context, { account, profile }: SignedIn): Promise<void> {
  const { sid } = profile ?? {};
  if (account.type !== "oidc" || typeof sid !== "string") return;
  await coreOf(context).registry?.noteAtProvider(account.provider, sid);
}

/**
 * `GET frontchannel-logout/{provider}`: the provider loads this URL in a frame when a user signs
 * out there (OpenID Connect Front-Channel Logout 1.0). Browsers send no cookies with it, so the
 * session is found by the provider's session id, which can't be guessed and must have been used to
 * sign in here.
 */
export async function frontChannelLogout(context: Context): Promise<Outcome> {
  const run = openIdInquiry(context);
  if (!run) throw notFound();
  const { registry } = coreOf(context);
  if (!registry) {
    return refusal("Sessions can't be revoked. Add `sessionRegistry()` to `plugins`.", 501);
  }
  const { query } = context.request;
  const [issuer, sid] = [query.text("iss"), query.text("sid")];
  if (!issuer || !sid || sid.length > longestName) {
    return refusal(
      "The provider must send `iss` and `sid`. Turn on `frontchannel_logout_session_required` for this client.",
    );
  }
  if (!(await isIssuer(run, issuer))) return refusal("`iss` isn't the provider's issuer.");
  const { act: provider = "" } = context;
  // Anyone can send this request, so nothing is written about unknown sessions.
  if (await registry.isNotedAt(provider, sid)) {
    await registry.endAtProvider(provider, sid);
    await context.tell({ type: "session.ended", actor: "provider", provider });
  }
  return { kind: "empty", status: 200 };
}

/** Whether an issuer is the one of this provider. */
async function isIssuer(run: Inquiry, issuer: string): Promise<boolean> {
  const { issuerKnown, metadata } = await findServer(run);
  return issuerKnown && metadata.issuer === issuer;
}
