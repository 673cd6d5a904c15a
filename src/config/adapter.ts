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
  let made: Promise<Adapter> | undefined;
  const make = () => withDeadline(Promise.resolve().then(input), timeout, () => neverMade(timeout));
  return () =>
    (made ??= make().catch((error: unknown) => {
      made = undefined;
      throw error;
    }));
}

type Invoke<T> = (adapter: Adapter) => Awaitable<T> | Promise<void> | undefined;

function bindStore(adapter: () => Awaitable<Adapter>, options: StoreOptions): Store {
  const call = async <T>(method: AdapterMethod, invoke: Invoke<T>): Promise<T | void> => {
    options.logger.debug(`adapter_${method}`);
    try {
      const target = await adapter();
      if (typeof target[method] !== "function") throw notImplemented(method);
      const late = () => tooSlow(method, options.timeout);
      return await withDeadline(Promise.resolve(invoke(target)), options.timeout, late);
    } catch (error) {
      throw wrap(method, error);
    }
  };
  const run = async (method: AdapterMethod, invoke: Invoke<unknown>): Promise<void> => {
    await call(method, invoke);
  };

  return {
    ...userMethods(call, run),
    ...sessionMethods(call, run),
    ...tokenMethods(call, run),
    ...authenticatorMethods(call, run),
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

type Call = <T>(method: AdapterMethod, invoke: Invoke<T>) => Promise<T | void>;
type Run = (method: AdapterMethod, invoke: Invoke<unknown>) => Promise<void>;

function userMethods(call: Call, run: Run) {
  return {
    createUser: async (user) =>
      row("createUser", isUser, await call("createUser", (a) => a.createUser?.(user))),
    getUser: async (id) =>
      rowOrNull("getUser", isUser, await call("getUser", (a) => a.getUser?.(id))),
    getUserByEmail: async (email) => {
      const user = await call("getUserByEmail", (a) => a.getUserByEmail?.(email));
      return rowOrNull("getUserByEmail", isUser, user);
    },
    getUserByAccount: async (key) => {
      const user = await call("getUserByAccount", (a) => a.getUserByAccount?.(key));
      return rowOrNull("getUserByAccount", isUser, user);
    },
    updateUser: async (user) =>
      row("updateUser", isUser, await call("updateUser", (a) => a.updateUser?.(user))),
    deleteUser: (id) => run("deleteUser", (a) => a.deleteUser?.(id)),
    linkAccount: (account) => run("linkAccount", (a) => a.linkAccount?.(account)),
    unlinkAccount: (key) => run("unlinkAccount", (a) => a.unlinkAccount?.(key)),
    getAccount: async (id, provider) =>
      (await call("getAccount", (a) => a.getAccount?.(id, provider))) ?? null,
  } satisfies Partial<Store>;
}

function sessionMethods(call: Call, run: Run) {
  return {
    createSession: async (session) => {
      const made = await call("createSession", (a) => a.createSession?.(session));
      return row("createSession", isSession, made);
    },
    getSessionAndUser: async (token) => {
      const found = await call("getSessionAndUser", (a) => a.getSessionAndUser?.(token));
      return rowOrNull("getSessionAndUser", isSessionAndUser, found);
    },
    updateSession: (session) => run("updateSession", (a) => a.updateSession?.(session)),
    deleteSession: async (token) => {
      const invoke: Invoke<AdapterSession | null | undefined> = (a) => a.deleteSession?.(token);
      return (await call("deleteSession", invoke)) ?? null;
    },
  } satisfies Partial<Store>;
}

function tokenMethods(call: Call, run: Run) {
  return {
    createVerificationToken: (token) =>
      run("createVerificationToken", (a) => a.createVerificationToken?.(token)),
    useVerificationToken: async (key) => {
      const found = await call("useVerificationToken", (a) => a.useVerificationToken?.(key));
      return rowOrNull("useVerificationToken", isVerificationToken, found);
    },
  } satisfies Partial<Store>;
}

function authenticatorMethods(call: Call, run: Run) {
  return {
    createAuthenticator: async (row) => {
      await call("createAuthenticator", (a) => a.createAuthenticator?.(row));
      return row;
    },
    getAuthenticator: async (id) =>
      (await call("getAuthenticator", (a) => a.getAuthenticator?.(id))) ?? null,
    listAuthenticatorsByUserId: async (id) => {
      const rows = await call("listAuthenticatorsByUserId", (a) =>
        a.listAuthenticatorsByUserId?.(id),
      );
      return row("listAuthenticatorsByUserId", isAuthenticatorList, rows);
    },
    updateAuthenticatorCounter: (id, counter) =>
      run("updateAuthenticatorCounter", (a) => a.updateAuthenticatorCounter?.(id, counter)),
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
