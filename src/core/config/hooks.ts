import type { CallbacksOptions, EventCallbacks } from "../../types/callbacks.js";
import type { Awaitable } from "../../types/common.js";
import type { Callbacks, Events } from "../../types/hooks.js";
import type { LoggerInstance } from "../../types/logger.js";
import { isPromise, neverSettled, withDeadline } from "../async/deadline.js";
import { asError } from "../errors/as-error.js";
import { AuthError, EventError } from "../errors/errors.js";
import { sameOriginRedirect, type RedirectCallback } from "../http/redirect.js";
import { createLogger } from "./logger.js";
import { StoreDeadline } from "./store-deadline.js";
import type { WarnOnce } from "./warn-once.js";

/** The app's callbacks on top of the defaults, each called as a method of its own object. */
export function createCallbacks(
  custom: CallbacksOptions = {},
  {
    timeout = 10_000,
    logger = createLogger(undefined, false),
    warnOnce = () => undefined,
  }: Partial<CallbackOptions> = {},
): Callbacks {
  // Declared as methods, so that a callback that names only the parameters of its own session strategy is
  // accepted.
  const typed: Pick<CallbacksOptions, "signIn"> & Partial<SessionCallback> & Partial<JwtCallback> =
    custom;
  const { signIn, session, jwt } = typed;
  const inTime = boundedBy(timeout);
  const something = warningOfNothing(warnOnce);
  return {
    signIn: signIn ? (params) => inTime("signIn", signIn.call(typed, params)) : null,
    redirect: custom.redirect
      ? orDefault(async (params) => {
          return (await inTime("redirect", custom.redirect?.(params))) ?? params.baseUrl;
        }, logger)
      : sameOriginRedirect,
    session: session
      ? (params) => something("session", inTime("session", session.call(typed, params)))
      : null,
    jwt: jwt ? (params) => something("jwt", inTime("jwt", jwt.call(typed, params))) : null,
    deleteUser: custom.deleteUser
      ? async (params) => (await inTime("deleteUser", custom.deleteUser?.(params))) === true
      : null,
  };
}

interface CallbackOptions extends EventOptions {
  readonly warnOnce: WarnOnce;
}

/** Forgetting `return` is easily mistaken for an ended session. */
function warningOfNothing(warnOnce: WarnOnce) {
  const look =
    (name: "jwt" | "session") =>
    <T>(answer: T): T => {
      if (answer === undefined) warnOnce("callback-returned-nothing", () => nothing[name]);
      return answer;
    };
  const looks = { jwt: look("jwt"), session: look("session") };
  return <T>(name: "jwt" | "session", answer: Awaitable<T>): Awaitable<T> =>
    isPromise(answer) ? answer.then(looks[name]) : looks[name](answer);
}

const nothing = {
  jwt: "The `jwt` callback returned nothing, which ends every session. Return the token, or null to end a session.",
  session:
    "The `session` callback returned nothing, so everyone appears to be signed out. Return the session.",
} as const;

/**
 * Limits how long a callback may take, because a request must end. Synchronous results are returned
 * synchronously, since sessions are read at every request.
 */
function boundedBy(timeout: number) {
  const deadline = new StoreDeadline(timeout);
  return <T>(name: string, answer: Awaitable<T>): Awaitable<T> =>
    isPromise(answer)
      ? deadline.over(answer, () => neverSettled(`callbacks.${name}`, timeout))
      : answer;
}

/** A redirect target isn't worth failing for: if the callback throws, the default is used. */
function orDefault(redirect: RedirectCallback, logger: LoggerInstance): RedirectCallback {
  return async (params) => {
    try {
      return await redirect(params);
    } catch (error) {
      const message =
        "The `redirect` callback threw, so the default target was used. Fix the callback, or catch the error in it.";
      logger.error("AuthError", new AuthError(message, { err: asError(error) }));
      return sameOriginRedirect(params);
    }
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

/** The app's event handlers. They're awaited; their failures are only logged. */
export function createEvents(
  custom: Partial<EventCallbacks> = {},
  { logger, timeout }: EventOptions,
): Events {
  const tell = async (name: string, work: () => unknown): Promise<void> => {
    try {
      const late = () => new Error(`It didn't return within ${timeout} ms.`);
      await withDeadline(Promise.resolve(work()), timeout, late);
    } catch (error) {
      logger.error(
        "EventError",
        new EventError(`The event handler \`events.${name}\` failed.`, {
          err: asError(error),
          event: name,
        }),
      );
    }
  };
  const on =
    <Message>(name: string, handler?: (message: Message) => unknown) =>
    (message: Message) =>
      handler ? tell(name, () => handler.call(custom, message)) : Promise.resolve();
  return {
    signIn: on("signIn", custom.signIn),
    signOut: on("signOut", custom.signOut),
    createUser: on("createUser", custom.createUser),
    updateUser: on("updateUser", custom.updateUser),
    linkAccount: on("linkAccount", custom.linkAccount),
    unlinkAccount: on("unlinkAccount", custom.unlinkAccount),
    session: custom.session ? on("session", custom.session) : null,
  };
}
