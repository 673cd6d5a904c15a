import { AdapterError, AuthError } from "../errors.js";
import { findsUsers, takesToken } from "../adapters/in-one-step.js";
import { hasLentRecords } from "../adapters/lent-records.js";
import type { RecordStore } from "../core/records.js";
import type { Kept } from "../core/records/keep.js";
import { examinedTables } from "../core/records/examined.js";
import { noRecords } from "../core/records/none.js";
import { broughtState } from "../state/brought.js";
import { asError } from "../thrown.js";
import type {
  AccountKey,
  Adapter,
  AdapterAccount,
  AdapterAuthenticator,
  AdapterInput,
  AdapterSession,
  AdapterUser,
  NewUser,
  VerificationToken,
} from "../types/adapter.js";
import type { Awaitable } from "../types/common.js";
import type { LoggerInstance } from "../types/logger.js";
import type { Measure, Span } from "../types/measure.js";
import type { AdapterMethod, Store } from "../types/store.js";
import {
  asked,
  isAccount,
  isAccountOf,
  isAuthenticator,
  isAccountList,
  isAuthenticatorList,
  isSession,
  isSessionAndUser,
  isSessionOf,
  isUser,
  isUserWithEmail,
  isUserWithId,
  isVerificationToken,
  row,
  rowOrNull,
} from "./adapter-rows.js";
import { idNotation, type IdNotation, type StoredId } from "./numeric-ids.js";
import { withDeadline } from "../deadline.js";
import { isWholeText } from "../text.js";
import { withLateAnswer } from "../late-answers.js";
import { untilDone } from "../until-done.js";
import { StoreDeadline } from "./store-deadline.js";
import { boundRecords } from "./store-records.js";

// Loaded with the store, for configurations that have one.
export { findAdapterProblem } from "./adapter-check.js";

export interface StoreOptions {
  readonly logger: LoggerInstance;
  /** Milliseconds a call may take. */
  readonly timeout: number;
  /** Measures calls, if anybody does. */
  readonly measure?: Measure | undefined;
  /** For providers and plugins that keep records. */
  readonly keepRecords?: ((store: RecordStore) => Kept) | null | undefined;
}

/** The adapter of a configuration as the library uses it: see `Store`. */
export function createStore(input: AdapterInput, options: StoreOptions): Store {
  return bindStore(lazily(input, options), { ...options, ids: idNotation() });
}

interface BindOptions extends StoreOptions {
  readonly ids: IdNotation;
}

const made = new WeakMap<AdapterInput, () => Promise<Adapter>>();

/**
 * A factory is called once, in however many configurations it is; when it fails, or takes too long, the
 * next request tries again.
 */
function lazily(input: AdapterInput, { timeout }: StoreOptions): () => Awaitable<Adapter> {
  if (typeof input !== "function") return () => input;
  const make = made.get(input) ?? untilDone(() => makeInTime(input, timeout));
  made.set(input, make);
  return make;
}

function makeInTime(make: () => Awaitable<Adapter>, timeout: number): Promise<Adapter> {
  return withDeadline(Promise.resolve().then(make), timeout, () => neverMade(timeout));
}

type Whose<Row> = Omit<Row, "userId"> & { userId: StoredId };

/** As it is called, whatever the contract says: a person may have no address, and ids may be numbers. */
interface CalledAdapter extends Omit<
  Adapter,
  "createUser" | "updateUser" | "linkAccount" | "createSession" | "createAuthenticator"
> {
  createUser?(user: NewUser): Awaitable<AdapterUser>;
  updateUser?(user: Omit<Partial<AdapterUser>, "id"> & { id: StoredId }): Awaitable<AdapterUser>;
  linkAccount?(account: object): ReturnType<NonNullable<Adapter["linkAccount"]>>;
  createSession?(session: Whose<AdapterSession>): Awaitable<AdapterSession>;
  createAuthenticator?(made: Whose<AdapterAuthenticator>): Awaitable<AdapterAuthenticator>;
}

type Invoke<T> = (adapter: CalledAdapter) => Awaitable<T> | Promise<void> | undefined;

/** Calls a method of the adapter, waits as long as it may take, and reads what it gave. */
type Call = <T, R>(
  method: AdapterMethod,
  invoke: Invoke<T>,
  read: (value: T | void | undefined) => R,
) => Promise<R>;

/** `outer` is the adapter that a transaction was begun on. Records that another store lends take no part in it. */
function bindStore(
  adapter: () => Awaitable<Adapter>,
  options: BindOptions,
  outer?: Adapter,
): Store {
  const { ids } = options;
  const reached = () => reach(adapter);
  const within = boundBy(adapter, options);
  const call: Call = (method, invoke, read) =>
    within(
      method,
      (target) => {
        if (typeof target[method] !== "function") throw notImplemented(method);
        return invoke(target);
      },
      read,
    );
  const kept = options.keepRecords?.(
    boundRecords((method, invoke) =>
      within(
        method,
        ({ records = outer?.records }) => {
          if (!records) throw notImplemented("records");
          return invoke(records);
        },
        (answer) => answer,
      ),
    ),
  );
  return {
    ...userMethods(call, reached, ids),
    ...sessionMethods(call, ids),
    ...tokenMethods(call, reached),
    ...authenticatorMethods(call, ids),
    ...recordMethods(call, async () => outer ?? reached(), kept),
    async missing(methods) {
      const target = await reach(adapter);
      return methods.filter((method) => typeof Reflect.get(target, method) !== "function");
    },
    sharedState: async () => broughtState(await reach(adapter)),
    examineTables: async (given) => examinedTables(await reach(adapter), given),
    ...transactionMethods(adapter, options),
  };
}

/** Calls something of the adapter, waits as long as it may take, and reads what it gave. */
type Bound = <T, R>(
  method: AdapterMethod | `records.${keyof RecordStore}`,
  invoke: (adapter: Adapter) => Awaitable<T>,
  read: (value: T) => R,
) => Promise<R>;

function boundBy(adapter: () => Awaitable<Adapter>, options: BindOptions): Bound {
  const deadline = new StoreDeadline(options.timeout);
  const { measure, ids } = options;
  return async (method, invoke, read) => {
    options.logger.debug(`adapter_${method}`);
    try {
      const made = adapter();
      const target = "then" in made ? await made : made;
      const answer = measure
        ? measure(spanOf(method), async () => invoke(target))
        : Promise.resolve(invoke(target));
      const late = () => withLateAnswer(tooSlow(method, options.timeout), answer);
      const given = await deadline.over(answer, late);
      ids.see(given);
      return read(given);
    } catch (error) {
      throw wrap(method, error);
    }
  };
}

function transactionMethods(adapter: () => Awaitable<Adapter>, options: BindOptions) {
  return {
    transactional: async () => typeof (await reach(adapter)).transaction === "function",
    async transaction(work) {
      const target = await reach(adapter);
      if (!target.transaction) return work(bindStore(() => target, options));
      const ran: { readonly result: Awaited<ReturnType<typeof work>> }[] = [];
      const late = () => tooSlow("transaction", options.timeout);
      try {
        const whole = target.transaction(async (inner) => {
          ran.push({ result: await work(bindStore(() => inner, options, target)) });
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
  } satisfies Partial<Store>;
}

function spanOf(method: string): Span {
  return { of: "store", name: `store ${method}`, attributes: { "db.operation.name": method } };
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

/** Looks rows up by keys that a store can hold; no row has another, and some stores fail at it. */
const find = <T>(keys: readonly string[], look: () => Promise<T | null>): Promise<T | null> =>
  keys.every(isWholeText) ? look() : Promise.resolve(null);

function userMethods(call: Call, reached: () => Promise<Adapter>, ids: IdNotation) {
  const created = given("createUser", isUser);
  const updated = given("updateUser", isUser);
  const byId = (id: string) => givenOrNull("getUser", isUserWithId(id));
  const byEmail = (email: string) => givenOrNull("getUserByEmail", isUserWithEmail(email));
  const byAccount = givenOrNull("getUserByAccount", isUser);
  const account = givenOrNull("getAccount", isAccount);
  const listed = given("listAccountsByUserId", isAccountList);
  const getUserByEmail = (email: string) =>
    find([email], () => call("getUserByEmail", (a) => a.getUserByEmail?.(email), byEmail(email)));
  const getUserByAccount = (key: AccountKey) =>
    find([key.provider, key.providerAccountId], () =>
      call("getUserByAccount", (a) => a.getUserByAccount?.(key), byAccount),
    );
  return {
    createUser: (user) => call("createUser", (a) => a.createUser?.(user), created),
    getUser: (id) => find([id], () => call("getUser", (a) => a.getUser?.(id), byId(id))),
    getUserByEmail,
    getUserByAccount,
    async findUsers(email, key) {
      const texts = [email ?? "", key.provider, key.providerAccountId];
      if (email !== null && findsUsers(await reached()) && texts.every(isWholeText)) {
        return call(
          "getUserByAccount",
          (a) => findsUsers(a)?.(email, key),
          (found) => ({
            byEmail: byEmail(email)(found?.byEmail),
            byAccount: byAccount(found?.byAccount),
          }),
        );
      }
      // The address first: where user and account come to be as one, who has the address then has the account too.
      // The other way round, a sign-in in between would look like somebody else's address.
      const emailOwner = email === null ? null : await getUserByEmail(email);
      return { byEmail: emailOwner, byAccount: await getUserByAccount(key) };
    },
    updateUser: (user) =>
      call("updateUser", (a) => a.updateUser?.({ ...user, id: ids.stored(user.id) }), updated),
    linkAccount: (account) =>
      call(
        "linkAccount",
        (a) => a.linkAccount?.({ ...account, userId: ids.stored(account.userId) }),
        nothing,
      ),
    unlinkAccount: (key) => call("unlinkAccount", (a) => a.unlinkAccount?.(key), nothing),
    listAccountsByUserId: (id) =>
      call("listAccountsByUserId", (a) => a.listAccountsByUserId?.(id), listed),
    updateAccount: (account) => call("updateAccount", (a) => a.updateAccount?.(account), nothing),
    getAccount: (providerAccountId, provider) =>
      find([providerAccountId, provider], async () => {
        const invoke: Invoke<AdapterAccount | null> = (a) =>
          a.getAccount?.(providerAccountId, provider);
        const found = await call("getAccount", invoke, account);
        return asked("getAccount", found, isAccountOf({ provider, providerAccountId }));
      }),
  } satisfies Partial<Store>;
}

function sessionMethods(call: Call, { stored }: IdNotation) {
  const created = given("createSession", isSession);
  const found = givenOrNull("getSessionAndUser", isSessionAndUser);
  return {
    createSession: (session) =>
      call(
        "createSession",
        (a) => a.createSession?.({ ...session, userId: stored(session.userId) }),
        created,
      ),
    getSessionAndUser: (token) =>
      find([token], async () => {
        const row = await call("getSessionAndUser", (a) => a.getSessionAndUser?.(token), found);
        return asked("getSessionAndUser", row, isSessionOf(token));
      }),
    updateSession: (session) => call("updateSession", (a) => a.updateSession?.(session), nothing),
    deleteSession: (token) => {
      const invoke: Invoke<AdapterSession | null | undefined> = (a) => a.deleteSession?.(token);
      return find([token], () => call("deleteSession", invoke, orNull));
    },
    deleteSessionsByUserId: (id) =>
      call("deleteSessionsByUserId", (a) => a.deleteSessionsByUserId?.(id), nothing),
  } satisfies Partial<Store>;
}

function tokenMethods(call: Call, reached: () => Promise<Adapter>) {
  const used = givenOrNull("useVerificationToken", isVerificationToken);
  return {
    createVerificationToken: (token) =>
      call("createVerificationToken", (a) => a.createVerificationToken?.(token), nothing),
    useVerificationToken: (key) =>
      find([key.identifier, key.token], async () => {
        const row = await call("useVerificationToken", (a) => a.useVerificationToken?.(key), used);
        const isAsked = ({ identifier }: VerificationToken) => identifier === key.identifier;
        return asked("useVerificationToken", row, isAsked);
      }),
    async useOneVerificationToken({ identifier, tokens }) {
      if (!takesToken(await reached())) return undefined;
      return find([identifier, ...tokens], async () => {
        const invoke: Invoke<VerificationToken | null> = (a) => takesToken(a)?.(identifier, tokens);
        const row = await call("useVerificationToken", invoke, used);
        const isAsked = (one: VerificationToken) =>
          one.identifier === identifier && tokens.includes(one.token);
        return asked("useVerificationToken", row, isAsked);
      });
    },
  } satisfies Partial<Store>;
}

function authenticatorMethods(call: Call, { stored }: IdNotation) {
  const one = givenOrNull("getAuthenticator", isAuthenticator);
  const listed = given("listAuthenticatorsByUserId", isAuthenticatorList);
  return {
    createAuthenticator: async (made) => {
      await call(
        "createAuthenticator",
        (a) => a.createAuthenticator?.({ ...made, userId: stored(made.userId) }),
        nothing,
      );
      return made;
    },
    getAuthenticator: (id) =>
      find([id], async () => {
        const row = await call("getAuthenticator", (a) => a.getAuthenticator?.(id), one);
        return asked("getAuthenticator", row, ({ credentialID }) => credentialID === id);
      }),
    listAuthenticatorsByUserId: (id) =>
      call("listAuthenticatorsByUserId", (a) => a.listAuthenticatorsByUserId?.(id), listed),
    updateAuthenticatorCounter: (id, counter) =>
      call(
        "updateAuthenticatorCounter",
        (a) => a.updateAuthenticatorCounter?.(id, counter),
        nothing,
      ),
    deleteAuthenticator: (id) =>
      call("deleteAuthenticator", (a) => a.deleteAuthenticator?.(id), nothing),
  } satisfies Partial<Store>;
}

/** A user's records go with the user, also where they are in another store. */
function recordMethods(call: Call, reached: () => Promise<Adapter>, kept: Kept | undefined) {
  const isKept = async () => (await reached()).records !== undefined;
  return {
    records: kept?.records ?? noRecords,
    keepsRecords: isKept,
    async deleteUser(id) {
      // Nothing else would find them once the user is gone. What is inserted meanwhile is removed afterwards.
      if (kept && hasLentRecords(await reached())) await kept.removeOwned(id);
      await call("deleteUser", (a) => a.deleteUser?.(id), nothing);
      if (kept && (await isKept())) await kept.removeOwned(id);
    },
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
