import { whyLacking } from "../../adapters/lacks.js";
import { hasSeparateUsers } from "../../adapters/separate-users.js";
import { singleQueryRow, singleQueryUsers, singleQueryToken } from "../../adapters/single-query.js";
import type {
  AccountKey,
  Adapter,
  AdapterAccount,
  AdapterAuthenticator,
  AdapterInput,
  AdapterSession,
  AdapterUser,
  NewUser,
  UserQuery,
  VerificationToken,
} from "../../types/adapter.js";
import type { Awaitable } from "../../types/common.js";
import type { LoggerInstance } from "../../types/logger.js";
import type { Measure, Span } from "../../types/measure.js";
import type { RecordStore } from "../../types/records.js";
import type { AdapterMethod, Store } from "../../types/store.js";
import { withDeadline } from "../async/deadline.js";
import { withLateAnswer } from "../async/late-answers.js";
import { untilDone } from "../async/until-done.js";
import { asError } from "../errors/as-error.js";
import { AdapterError, AuthError } from "../errors/errors.js";
import { because } from "../errors/reason.js";
import type { BoundRecords } from "../records/bound.js";
import { examinedTables } from "../records/examined.js";
import { noRecords } from "../records/none.js";
import { stateOfAdapter } from "../state/adapter-state.js";
import { isWholeText } from "../values/text.js";
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
  isUserList,
  isUserWithEmail,
  isUserWithId,
  isVerificationToken,
  row,
  rowOrNull,
} from "./adapter-rows.js";
import { idNotation, type IdNotation, type StoredId } from "./numeric-ids.js";
import { StoreDeadline } from "./store-deadline.js";
import { boundRecords } from "./store-records.js";

// Loaded with the store, if the configuration has one.
export { findAdapterProblem } from "./adapter-check.js";

export interface StoreOptions {
  readonly logger: LoggerInstance;
  /** Milliseconds a call may take. */
  readonly timeout: number;
  /** Measures calls, if a plugin does. */
  readonly measure?: Measure | undefined;
  /** For providers and plugins with tables. */
  readonly keepRecords?: ((store: RecordStore) => BoundRecords) | null | undefined;
}

/** The configured adapter as the library uses it: see `Store`. */
export function createStore(input: AdapterInput, options: StoreOptions): Store {
  return bindStore(lazily(input, options), { ...options, ids: idNotation() });
}

interface BindOptions extends StoreOptions {
  readonly ids: IdNotation;
  /** When the calls of a transaction have to be done, on the clock of `performance`. */
  readonly end?: number;
}

const made = new WeakMap<AdapterInput, () => Promise<Adapter>>();

/**
 * Calls the factory once, however many configurations share it. If it fails or times out, the next request
 * tries again.
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

/** A row as adapters really return it: users may have no email address, and ids may be numbers. */
interface CalledAdapter extends Omit<
  Adapter,
  | "createUser"
  | "updateUser"
  | "listUsers"
  | "linkAccount"
  | "createSession"
  | "createAuthenticator"
> {
  createUser?(user: NewUser): Awaitable<AdapterUser>;
  listUsers?(query: UserQuery): Awaitable<AdapterUser[]>;
  updateUser?(user: Omit<Partial<AdapterUser>, "id"> & { id: StoredId }): Awaitable<AdapterUser>;
  linkAccount?(account: object): ReturnType<NonNullable<Adapter["linkAccount"]>>;
  createSession?(session: Whose<AdapterSession>): Awaitable<AdapterSession>;
  createAuthenticator?(made: Whose<AdapterAuthenticator>): Awaitable<AdapterAuthenticator>;
}

type Invoke<T> = (adapter: CalledAdapter) => Awaitable<T> | Promise<void> | undefined;

/** Calls a method of the adapter within the time limit, and parses the result. */
type Call = <T, R>(
  method: AdapterMethod,
  invoke: Invoke<T>,
  read: (value: T | void | undefined) => R,
) => Promise<R>;

/** `outer` is the adapter the transaction was started on. Records from another store aren't part of it. */
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
    ...joinMethods(call, reached),
    ...sessionMethods(call, ids),
    ...tokenMethods(call, reached),
    ...authenticatorMethods(call, ids),
    ...recordMethods(call, async () => outer ?? reached(), kept),
    async missing(methods) {
      const target = await reach(adapter);
      return methods.filter((method) => typeof Reflect.get(target, method) !== "function");
    },
    whyMissing: async () => whyLacking(await reach(adapter)),
    sharedState: async () => stateOfAdapter(await reach(adapter)),
    examineTables: async (given) => examinedTables(await reach(adapter), given),
    ...transactionMethods(adapter, options),
  };
}

/** Calls the adapter within the time limit, and parses the result. */
type Bound = <T, R>(
  method: AdapterMethod | `records.${keyof RecordStore}`,
  invoke: (adapter: Adapter) => Awaitable<T>,
  read: (value: T) => R,
) => Promise<R>;

function boundBy(adapter: () => Awaitable<Adapter>, options: BindOptions): Bound {
  const deadline = new StoreDeadline(options.timeout, options.end);
  const { measure, ids } = options;
  return async (method, invoke, read) => {
    options.logger.debug(`adapter_${method}`);
    try {
      // The transaction was given up on, so nothing more may be written in it.
      if (deadline.isOver) throw tooSlow("transaction", options.timeout);
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

/** The part of a transaction's time that is left for its rollback, so that its locks are gone when the caller hears of it. */
const rollbackShare = 0.1;

function transactionMethods(adapter: () => Awaitable<Adapter>, options: BindOptions) {
  return {
    transactional: async () => typeof (await reach(adapter)).transaction === "function",
    async transaction(work) {
      const target = await reach(adapter);
      if (!target.transaction) return work(bindStore(() => target, options));
      const ran: { readonly result: Awaited<ReturnType<typeof work>> }[] = [];
      const late = () => tooSlow("transaction", options.timeout);
      const end = performance.now() + options.timeout * (1 - rollbackShare);
      try {
        const whole = target.transaction(async (inner) => {
          ran.push({ result: await work(bindStore(() => inner, { ...options, end }, target)) });
        });
        // A rollback may hang too, behind the call that did.
        await withDeadline(Promise.resolve(whole), options.timeout, late);
      } catch (error) {
        throw wrap("transaction", error);
      }
      const last = ran.at(-1);
      if (last) return last.result;
      throw wrap(
        "transaction",
        new Error(
          "it returned without running the work. Await the callback you're given, and return its result.",
        ),
      );
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

/** Parsers of results. Created once, since sessions are read at every request. */
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

/** Looks up rows by keys that a store can hold. No row has any other, and some stores fail on them. */
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
  const users = given("listUsers", isUserList);
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
      if (email !== null && singleQueryUsers(await reached()) && texts.every(isWholeText)) {
        return call(
          "getUserByAccount",
          (a) => singleQueryUsers(a)?.(email, key),
          (found) => ({
            byEmail: byEmail(email)(found?.byEmail),
            byAccount: byAccount(found?.byAccount),
          }),
        );
      }
      // The address first: while user and account are being created together, whoever has the address then
      // has the account too. In the other order, a sign-in in between would look like a conflict over the
      // address.
      const emailOwner = email === null ? null : await getUserByEmail(email);
      return { byEmail: emailOwner, byAccount: await getUserByAccount(key) };
    },
    updateUser: (user) =>
      call("updateUser", (a) => a.updateUser?.({ ...user, id: ids.stored(user.id) }), updated),
    listUsers: (query) => call("listUsers", (a) => a.listUsers?.(query), users),
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

function joinMethods(call: Call, reached: () => Promise<Adapter>) {
  return {
    async joinRow(table, id) {
      if (!singleQueryRow(await reached())) return undefined;
      return call(
        "getUser",
        (a) => singleQueryRow(a)?.(table, id),
        (found) => (found ? { row: found.row, user: row("getUser", isUser, found.user) } : null),
      );
    },
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
    deleteOtherSessions: (id, token) =>
      call("deleteOtherSessions", (a) => a.deleteOtherSessions?.(id, token), nothing),
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
      if (!singleQueryToken(await reached())) return undefined;
      return find([identifier, ...tokens], async () => {
        const invoke: Invoke<VerificationToken | null> = (a) =>
          singleQueryToken(a)?.(identifier, tokens);
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

/** A user's records are deleted with the user, even if they're in another store. */
function recordMethods(
  call: Call,
  reached: () => Promise<Adapter>,
  kept: BoundRecords | undefined,
) {
  const isKept = async () => (await reached()).records !== undefined;
  return {
    records: kept?.records ?? noRecords,
    keepsRecords: isKept,
    async deleteUser(id) {
      // Nothing else would find them once the user is gone. Rows inserted meanwhile are removed afterwards.
      if (kept && hasSeparateUsers(await reached())) await kept.removeOwned(id);
      await call("deleteUser", (a) => a.deleteUser?.(id), nothing);
      if (kept && (await isKept())) await kept.removeOwned(id);
    },
  } satisfies Partial<Store>;
}

function notImplemented(method: string): Error {
  return new AdapterError(
    `The adapter has no method "${method}", which this operation needs. Use an adapter that has it, or add it to yours.`,
    { method },
  );
}

function neverMade(timeout: number): Error {
  const message = `The adapter factory didn't return within ${timeout} ms. Check the database, or raise the option "timeout".`;
  return because("unreachable", new AdapterError(message));
}

function tooSlow(method: string, timeout: number): Error {
  const message = `The adapter's "${method}" didn't return within ${timeout} ms. Check the database, or raise the option "timeout".`;
  return because("unreachable", new AdapterError(message, { method }));
}

function wrap(method: string, error: unknown): Error {
  if (error instanceof AuthError) return error;
  const err = asError(error);
  return new AdapterError(`The adapter's "${method}" failed: ${err.message}`, { err, method });
}
