import { AdapterError, AuthError } from "../errors.js";
import { asError } from "../thrown.js";
import type { Adapter, AdapterInput, AdapterSession } from "../types/adapter.js";
import type { Awaitable } from "../types/common.js";
import type { LoggerInstance } from "../types/logger.js";
import type { AdapterMethod, Store } from "../types/store.js";
import {
  isAuthenticatorList,
  isSession,
  isSessionAndUser,
  isUser,
  isVerificationToken,
  row,
  rowOrNull,
} from "./adapter-rows.js";
import { withDeadline } from "../deadline.js";
import { untilDone } from "../until-done.js";
import { StoreDeadline } from "./store-deadline.js";

// Loaded with the store, for configurations that have one.
export { findAdapterProblem } from "./adapter-check.js";

export interface StoreOptions {
  readonly logger: LoggerInstance;
  /** Milliseconds a call may take. */
  readonly timeout: number;
}

/** The adapter of a configuration as the library uses it: see `Store`. */
export function createStore(input: AdapterInput, options: StoreOptions): Store {
  return bindStore(lazily(input, options), options);
}

/** A factory is called once; when it fails, or takes too long, the next request tries again. */
function lazily(input: AdapterInput, { timeout }: StoreOptions): () => Awaitable<Adapter> {
  if (typeof input !== "function") return () => input;
  return untilDone(() =>
    withDeadline(Promise.resolve().then(input), timeout, () => neverMade(timeout)),
  );
}

type Invoke<T> = (adapter: Adapter) => Awaitable<T> | Promise<void> | undefined;

/** Calls a method of the adapter, waits as long as it may take, and reads what it gave. */
type Call = <T, R>(
  method: AdapterMethod,
  invoke: Invoke<T>,
  read: (value: T | void | undefined) => R,
) => Promise<R>;

function bindStore(adapter: () => Awaitable<Adapter>, options: StoreOptions): Store {
  const deadline = new StoreDeadline(options.timeout);
  const call: Call = async (method, invoke, read) => {
    options.logger.debug(`adapter_${method}`);
    try {
      const made = adapter();
      const target = "then" in made ? await made : made;
      if (typeof target[method] !== "function") throw notImplemented(method);
      const late = () => tooSlow(method, options.timeout);
      return read(await deadline.over(Promise.resolve(invoke(target)), late));
    } catch (error) {
      throw wrap(method, error);
    }
  };

  return {
    ...userMethods(call),
    ...sessionMethods(call),
    ...tokenMethods(call),
    ...authenticatorMethods(call),
    async missing(methods) {
      const target = await reach(adapter);
      return methods.filter((method) => typeof target[method] !== "function");
    },
    transactional: async () => typeof (await reach(adapter)).transaction === "function",
    async transaction(work) {
      const target = await reach(adapter);
      if (!target.transaction) return work(bindStore(() => target, options));
      const ran: { readonly result: Awaited<ReturnType<typeof work>> }[] = [];
      const late = () => tooSlow("transaction", options.timeout);
      try {
        const whole = target.transaction(async (inner) => {
          ran.push({ result: await work(bindStore(() => inner, options)) });
        });
        // Also a rollback may wait for ever, behind the call that did.
        await withDeadline(Promise.resolve(whole), options.timeout, late);
      } catch (error) {
        throw wrap("transaction", error);
      }
      const last = ran.at(-1);
      if (last) return last.result;
      throw wrap("transaction", new Error("it ended without running its work."));
    },
  };
}

async function reach(adapter: () => Awaitable<Adapter>): Promise<Adapter> {
  try {
    return await adapter();
  } catch (error) {
    throw wrap("adapter", error);
  }
}

type Is<T> = (value: unknown) => value is T;

/** Readers of what a method gave. They are made once, since sessions are read at every request. */
const given =
  <T>(method: AdapterMethod, is: Is<T>) =>
  (value: unknown): T =>
    row(method, is, value);
const givenOrNull =
  <T>(method: AdapterMethod, is: Is<T>) =>
  (value: unknown): T | null =>
    rowOrNull(method, is, value);
const orNull = <T>(value: T | void | null | undefined): T | null => value ?? null;
const nothing = (): void => undefined;

function userMethods(call: Call) {
  const created = given("createUser", isUser);
  const updated = given("updateUser", isUser);
  const byId = givenOrNull("getUser", isUser);
  const byEmail = givenOrNull("getUserByEmail", isUser);
  const byAccount = givenOrNull("getUserByAccount", isUser);
  return {
    createUser: (user) => call("createUser", (a) => a.createUser?.(user), created),
    getUser: (id) => call("getUser", (a) => a.getUser?.(id), byId),
    getUserByEmail: (email) => call("getUserByEmail", (a) => a.getUserByEmail?.(email), byEmail),
    getUserByAccount: (key) =>
      call("getUserByAccount", (a) => a.getUserByAccount?.(key), byAccount),
    updateUser: (user) => call("updateUser", (a) => a.updateUser?.(user), updated),
    deleteUser: (id) => call("deleteUser", (a) => a.deleteUser?.(id), nothing),
    linkAccount: (account) => call("linkAccount", (a) => a.linkAccount?.(account), nothing),
    unlinkAccount: (key) => call("unlinkAccount", (a) => a.unlinkAccount?.(key), nothing),
    getAccount: (id, provider) => call("getAccount", (a) => a.getAccount?.(id, provider), orNull),
  } satisfies Partial<Store>;
}

function sessionMethods(call: Call) {
  const created = given("createSession", isSession);
  const found = givenOrNull("getSessionAndUser", isSessionAndUser);
  return {
    createSession: (session) => call("createSession", (a) => a.createSession?.(session), created),
    getSessionAndUser: (token) =>
      call("getSessionAndUser", (a) => a.getSessionAndUser?.(token), found),
    updateSession: (session) => call("updateSession", (a) => a.updateSession?.(session), nothing),
    deleteSession: (token) => {
      const invoke: Invoke<AdapterSession | null | undefined> = (a) => a.deleteSession?.(token);
      return call("deleteSession", invoke, orNull);
    },
    deleteSessionsByUserId: (id) =>
      call("deleteSessionsByUserId", (a) => a.deleteSessionsByUserId?.(id), nothing),
  } satisfies Partial<Store>;
}

function tokenMethods(call: Call) {
  const used = givenOrNull("useVerificationToken", isVerificationToken);
  return {
    createVerificationToken: (token) =>
      call("createVerificationToken", (a) => a.createVerificationToken?.(token), nothing),
    useVerificationToken: (key) =>
      call("useVerificationToken", (a) => a.useVerificationToken?.(key), used),
  } satisfies Partial<Store>;
}

function authenticatorMethods(call: Call) {
  const listed = given("listAuthenticatorsByUserId", isAuthenticatorList);
  return {
    createAuthenticator: async (made) => {
      await call("createAuthenticator", (a) => a.createAuthenticator?.(made), nothing);
      return made;
    },
    getAuthenticator: (id) => call("getAuthenticator", (a) => a.getAuthenticator?.(id), orNull),
    listAuthenticatorsByUserId: (id) =>
      call("listAuthenticatorsByUserId", (a) => a.listAuthenticatorsByUserId?.(id), listed),
    updateAuthenticatorCounter: (id, counter) =>
      call(
        "updateAuthenticatorCounter",
        (a) => a.updateAuthenticatorCounter?.(id, counter),
        nothing,
      ),
  } satisfies Partial<Store>;
}

function notImplemented(method: string): Error {
  return new AdapterError(
    `The adapter has no method "${method}", which this operation needs. Use an adapter that has it, or add it.`,
    { method },
  );
}

function neverMade(timeout: number): Error {
  return new AdapterError(
    `The function that makes the adapter did not answer within ${timeout} ms. Look at the data store, or raise the option "timeout".`,
  );
}

function tooSlow(method: string, timeout: number): Error {
  return new AdapterError(
    `The adapter's "${method}" did not answer within ${timeout} ms. Look at the data store, or raise the option "timeout".`,
    { method },
  );
}

function wrap(method: string, error: unknown): Error {
  if (error instanceof AuthError) return error;
  const err = asError(error);
  return new AdapterError(`The adapter's "${method}" failed: ${err.message}`, { err, method });
}
