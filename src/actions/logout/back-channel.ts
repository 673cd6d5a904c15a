import { json, type Outcome } from "../../http/outcome.js";
import { notFound } from "../../http/problem.js";
import type { Flow, LogoutNotice } from "../../flows/flow.js";
import { stateKey } from "../../state/key.js";
import { asError } from "../../thrown.js";
import type { Keeper } from "../../sessions/index.js";
import type { Action, ActionContext } from "../context.js";

/**
 * `POST backchannel-logout/{id}`: the provider says that somebody has signed out there, and the sessions
 * that began with it end here (OpenID Connect Back-Channel Logout 1.0). The token proves who says it.
 */
export const endAtProvider: Action = async (context) => {
  const flow = context.flows.get(context.providerId ?? "");
  if (!flow?.readLogout) throw notFound();
  const { keeper } = context;
  if (!keeper?.revocable) {
    return refusal("Set `session.revocable`, so that sessions can be ended.", 501);
  }
  const token = context.body.text("logout_token");
  if (!token) return refusal("There is no `logout_token`.");
  const notice = await readNotice(context, flow, token);
  if (!notice) return refusal("The logout token was not accepted. The log of the server says why.");
  return isFirst(context, notice, () => end(context, keeper, notice));
};

async function readNotice(
  { keys, timeout, now, logger }: ActionContext,
  { id, readLogout }: Flow,
  token: string,
): Promise<LogoutNotice | undefined> {
  try {
    return await readLogout?.({ keys, timeout, now }, token);
  } catch (error) {
    logger.warn("logout-token", `Of the provider ${JSON.stringify(id)}: ${asError(error).message}`);
    return undefined;
  }
}

/** A notice counts once; what could not be done now can be asked for again. */
async function isFirst(
  { keys, state, now, providerId = "" }: ActionContext,
  { jti, until }: LogoutNotice,
  work: () => Promise<void>,
): Promise<Outcome> {
  const key = await stateKey(keys, "logout-token", [providerId, jti]);
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

async function end(context: ActionContext, keeper: Keeper, notice: LogoutNotice): Promise<void> {
  const { store, providerId: provider = "" } = context;
  const { sid, person } = notice;
  if (sid !== undefined) {
    await keeper.endAtProvider(provider, sid);
    await context.audit?.({ type: "session.ended" });
  }
  if (!person) return;
  const key = { provider, providerAccountId: person.accountId };
  const userId = store ? (await store.getUserByAccount(key))?.id : person.userId;
  if (userId === undefined) return;
  await keeper.endAll(String(userId));
  await context.audit?.({ type: "session.ended", all: true, userId: String(userId) });
}

/** The answer that the standard wants (section 2.8). */
function refusal(description: string, status = 400): Outcome {
  return json({ error: "invalid_request", error_description: description }, status);
}
