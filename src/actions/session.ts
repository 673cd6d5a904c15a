import { json, type Outcome } from "../http/outcome.js";
import type { SessionRead } from "../sessions/index.js";
import type { Action, ActionContext } from "./context.js";

/** `GET session`: the session, or null. */
export const readSession: Action = async (context) =>
  answer(await context.sessions.read(sessionContext(context)));

/** `POST session`: the session after the `data` of the request was offered to the callbacks. */
export const updateSession: Action = async (context) => {
  const update = { data: context.body.value("data") };
  return answer(await context.sessions.read(sessionContext(context), update));
};

function sessionContext({ jar, cookies, now, client }: ActionContext) {
  return { jar, cookie: cookies.session, now, client };
}

const statusOfFault = { callback: 500, store: 503 } as const;

/** A fault is told by the status, so that nobody takes it for being signed out. */
function answer({ session, fault }: SessionRead): Outcome {
  return json(session, fault ? statusOfFault[fault] : 200);
}
