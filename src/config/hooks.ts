import { AuthError, EventError } from "../errors.js";
import { asError } from "../thrown.js";
import { sameOriginRedirect, type RedirectCallback } from "../http/redirect.js";
import type { CallbacksOptions, EventCallbacks } from "../types/callbacks.js";
import type { Callbacks, Events } from "../types/hooks.js";
import type { LoggerInstance } from "../types/logger.js";
import type { Awaitable } from "../types/common.js";
import { isPromise, neverSettled, withDeadline } from "../deadline.js";
import { StoreDeadline } from "./store-deadline.js";
import { createLogger } from "./logger.js";
import type { WarnOnce } from "./warn-once.js";

/** The application's callbacks over the defaults, each called as a method of its own object. */
export function createCallbacks(
  custom: CallbacksOptions = {},
  {
    timeout = 10_000,
    logger = createLogger(undefined, false),
    warnOnce = () => undefined,
  }: Partial<CallbackOptions> = {},
): Callbacks {
  // Declared as methods, so that a callback which names only the parameters of its own session
  // strategy is accepted.
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

/** A callback that forgot to return is easily mistaken for a session that ended. */
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
  jwt: "The `jwt` callback returned nothing, which ends the session: nobody stays signed in. Return the token at its end, or null to end a session.",
  session:
    "The `session` callback returned nothing, so that everybody seems to be signed out. Return the session at its end.",
} as const;

/**
 * Gives up what a callback promises and does not keep: a request must come to an end. What is there at
 * once is given on at once, since sessions are read at every request.
 */
function boundedBy(timeout: number) {
  const deadline = new StoreDeadline(timeout);
  return <T>(name: string, answer: Awaitable<T>): Awaitable<T> =>
    isPromise(answer)
      ? deadline.over(answer, () => neverSettled(`callbacks.${name}`, timeout))
      : answer;
}

/** Where to go is not worth failing for: a callback that fails counts as the default one. */
function orDefault(redirect: RedirectCallback, logger: LoggerInstance): RedirectCallback {
  return async (params) => {
    try {
      return await redirect(params);
    } catch (error) {
      const message = "The `redirect` callback failed, so that the default one decided.";
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
    unlinkAccount: custom.unlinkAccount
      ? (message) => tell("unlinkAccount", () => custom.unlinkAccount?.(message))
      : none,
    session: custom.session ? (message) => tell("session", () => custom.session?.(message)) : null,
  };
}
