import type { AdapterUser } from "../../types/adapter.js";
import { json, type Outcome } from "../http/outcome.js";
import type { SessionRead } from "../sessions/index.js";
import type { Action, ActionContext } from "./context.js";

/** `GET session`: the session, or null. */
export const readSession: Action = async (context) =>
  answer(await context.sessions.read(sessionContext(context)));

/** `POST session`: passes the request's `data` to the callbacks, and returns the session. */
export const updateSession: Action = async (context) => {
  const update = { data: context.body.value("data") };
  return answer(await context.sessions.read(sessionContext(context), update));
};

/** The stored user changed: updates this browser's session to match. */
export async function updateSessionOf(context: ActionContext, user: AdapterUser): Promise<void> {
  const { name = null, email, image = null } = user;
  const data = { user: { name, email: email || null, image } };
  await context.sessions.read(sessionContext(context), { data, user });
}

function sessionContext({ jar, cookies, now, client }: ActionContext) {
  return { jar, cookie: cookies.session, now, client };
}

const statusOfFault = { callback: 500, store: 503, limited: 429 } as const;

/** Failures are reported by status, so that nobody takes them for "signed out". */
function answer({ session, fault }: SessionRead): Outcome {
  return json(session, fault ? statusOfFault[fault] : 200);
}
