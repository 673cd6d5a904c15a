import { EventError } from "../errors.js";
import { asError } from "../thrown.js";
import { sameOriginRedirect } from "../http/redirect.js";
import type { CallbacksOptions, EventCallbacks } from "../types/config.js";
import type { Callbacks, Events } from "../types/hooks.js";
import type { LoggerInstance } from "../types/logger.js";
import { withDeadline } from "../deadline.js";

/** The application's callbacks over the defaults, each called as a method of its own object. */
export function createCallbacks(custom: CallbacksOptions = {}): Callbacks {
  // Declared as methods, so that a callback which names only the parameters of its own session
  // strategy is accepted.
  const typed: Partial<SessionCallback> & Partial<JwtCallback> = custom;
  const { session, jwt } = typed;
  return {
    signIn: (params) => (custom.signIn ? custom.signIn(params) : true),
    redirect: (params) => (custom.redirect ? custom.redirect(params) : sameOriginRedirect(params)),
    session: session ? (params) => session.call(typed, params) : null,
    jwt: jwt ? (params) => jwt.call(typed, params) : null,
  };
}

interface SessionCallback {
  session(params: Parameters<SessionFunction>[0]): ReturnType<SessionFunction>;
}

type SessionFunction = NonNullable<Callbacks["session"]>;
type JwtFunction = NonNullable<Callbacks["jwt"]>;
interface JwtCallback {
  jwt(params: Parameters<JwtFunction>[0]): ReturnType<JwtFunction>;
}

interface EventOptions {
  readonly logger: LoggerInstance;
  readonly timeout: number;
}

/** The application's event handlers. They are awaited; what goes wrong in them is logged, no more. */
export function createEvents(
  custom: Partial<EventCallbacks> = {},
  { logger, timeout }: EventOptions,
): Events {
  const tell = async (name: string, work: () => unknown): Promise<void> => {
    try {
      const late = () => new Error(`It did not return within ${timeout} ms.`);
      await withDeadline(Promise.resolve(work()), timeout, late);
    } catch (error) {
      logger.error(
        "EventError",
        new EventError(`The event handler "${name}" failed.`, { err: asError(error), event: name }),
      );
    }
  };
  const none = () => Promise.resolve();
  return {
    signIn: custom.signIn ? (message) => tell("signIn", () => custom.signIn?.(message)) : none,
    signOut: custom.signOut ? (message) => tell("signOut", () => custom.signOut?.(message)) : none,
    createUser: custom.createUser
      ? (message) => tell("createUser", () => custom.createUser?.(message))
      : none,
    updateUser: custom.updateUser
      ? (message) => tell("updateUser", () => custom.updateUser?.(message))
      : none,
    linkAccount: custom.linkAccount
      ? (message) => tell("linkAccount", () => custom.linkAccount?.(message))
      : none,
    session: custom.session ? (message) => tell("session", () => custom.session?.(message)) : null,
  };
}
