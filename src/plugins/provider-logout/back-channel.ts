import { coreOf } from "../../core/actions/plugin-context.js";
import { asError } from "../../core/errors/as-error.js";
import { json, type Outcome } from "../../core/http/outcome.js";
import { notFound } from "../../core/http/request-problem.js";
import type { Context } from "../../core/plugin.js";
import { stateKey } from "../../core/state/key.js";
import type { Inquiry } from "../../flows/oauth/provider/run.js";
import type { SessionRegistry } from "../../types/session-hooks.js";
import { openIdInquiry } from "./inquiry.js";
import { readLogoutToken, type LogoutNotice } from "./logout-token.js";

/**
 * `POST backchannel-logout/{provider}`: a user has signed out at the provider, so the sessions that
 * began there end here (OpenID Connect Back-Channel Logout 1.0). The logout token proves the
 * sender.
 */
export async function backChannelLogout(context: Context): Promise<Outcome> {
  const run = openIdInquiry(context);
  if (!run) throw notFound();
  const { registry } = coreOf(context);
  if (!registry) {
    return refusal("Sessions can't be revoked. Add `sessionRegistry()` to `plugins`.", 501);
  }
  const token = context.request.body.text("logout_token");
  if (!token) return refusal("There is no `logout_token`.");
  const notice = await readNotice(context, run, token);
  if (!notice) return refusal("The logout token was rejected. The server's log says why.");
  return isFirst(context, notice, () => end(context, registry, notice));
}

async function readNotice(
  { app, act }: Context,
  run: Inquiry,
  token: string,
): Promise<LogoutNotice | undefined> {
  try {
    return await readLogoutToken(run, token);
  } catch (error) {
    const of = JSON.stringify(act);
    app.logger.warn("logout-token", `Provider ${of}: ${asError(error).message}`);
    return undefined;
  }
}

/** A notice is used once. If the work fails, the provider can send it again. */
async function isFirst(
  context: Context,
  { jti, until }: LogoutNotice,
  work: () => Promise<void>,
): Promise<Outcome> {
  const { state, now, act = "" } = context;
  const key = await stateKey(coreOf(context).keys, "logout-token", [act, jti]);
  const ttl = Math.max(Math.ceil(until - now / 1000), 1);
  if (!(await state.first(key, ttl))) return refusal("The logout token was used already.");
  try {
    await work();
  } catch (error) {
    await state.undo(key);
    throw error;
  }
  return { kind: "empty", status: 200 };
}

async function end(
  context: Context,
  registry: SessionRegistry,
  notice: LogoutNotice,
): Promise<void> {
  const { store, act: provider = "" } = context;
  const { sid, person } = notice;
  if (sid !== undefined) {
    await registry.endAtProvider(provider, sid);
    await context.tell({ type: "session.ended", actor: "provider", provider });
  }
  if (!person) return;
  const key = { provider, providerAccountId: person.accountId };
  const userId = store ? (await store.getUserByAccount(key))?.id : person.userId;
  if (userId === undefined) return;
  await context.endSessions(String(userId));
  const about = { actor: "provider", provider, userId: String(userId) };
  await context.tell({ type: "session.ended", all: true, ...about });
}

/** The error response that the standard requires (section 2.8). */
export function refusal(description: string, status = 400): Outcome {
  return json({ error: "invalid_request", error_description: description }, status);
}
