import { coreOf } from "../../actions/plugin-context.js";
import type { Context } from "../../core/plugin.js";
import type { Inquiry } from "../../flows/oauth/provider/run.js";
import { json, type Outcome } from "../../http/outcome.js";
import { notFound } from "../../http/problem.js";
import type { SessionRegistry } from "../../types/session-hooks.js";
import { stateKey } from "../../state/key.js";
import { asError } from "../../thrown.js";
import { openIdInquiry } from "./inquiry.js";
import { readLogoutToken, type LogoutNotice } from "./logout-token.js";

/**
 * `POST backchannel-logout/{provider}`: the provider says that somebody has signed out there, and the sessions
 * that began with it end here (OpenID Connect Back-Channel Logout 1.0). The token proves who says it.
 */
export async function backChannelLogout(context: Context): Promise<Outcome> {
  const run = openIdInquiry(context);
  if (!run) throw notFound();
  const { registry } = coreOf(context);
  if (!registry) {
    return refusal("Add `sessionRegistry()` to `plugins`, so that sessions can be ended.", 501);
  }
  const token = context.request.body.text("logout_token");
  if (!token) return refusal("There is no `logout_token`.");
  const notice = await readNotice(context, run, token);
  if (!notice) return refusal("The logout token was not accepted. The log of the server says why.");
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
    app.logger.warn("logout-token", `Of the provider ${of}: ${asError(error).message}`);
    return undefined;
  }
}

/** A notice counts once; what could not be done now can be asked for again. */
async function isFirst(
  context: Context,
  { jti, until }: LogoutNotice,
  work: () => Promise<void>,
): Promise<Outcome> {
  const { state, now, act = "" } = context;
  const key = await stateKey(coreOf(context).keys, "logout-token", [act, jti]);
  const ttl = Math.max(Math.ceil(until - now / 1000), 1);
  if (!(await state.first(key, ttl))) return refusal("The logout token was used before.");
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

/** The answer that the standard wants (section 2.8). */
export function refusal(description: string, status = 400): Outcome {
  return json({ error: "invalid_request", error_description: description }, status);
}
