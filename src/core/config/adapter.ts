import { whyLacking } from "../../adapters/lacks.js";
import { hasSeparateUsers } from "../../adapters/separate-users.js";
import { singleQueryRow, singleQueryUsers, singleQueryToken } from "../../adapters/single-query.js";
import type {
  AccountKey,
  Adapter,
  AdapterAuthenticator,
  AdapterInput,
  AdapterSession,
  AdapterUser,
  NewUser,
  UserQuery,
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
  type Read,
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

/** Calls a method of the adapter within the time limit, and parses the result. */
type Call = <Method extends AdapterMethod, R>(
  method: Method,
  given: Parameters<NonNullable<CalledAdapter[Method]>>,
  read: Read<R>,
) => Promise<R>;

/** The same for what isn't a plain call of the method, but counts as one. */
type Invoke = <T, R>(
  method: AdapterMethod,
  invoke: (adapter: CalledAdapter) => Awaitable<T> | Promise<void> | undefined,
  read: (answer: T | void | undefined) => R,
) => Promise<R>;

interface Caller {
  readonly call: Call;
  readonly invoke: Invoke;
  readonly ids: IdNotation;
  /** The adapter, once it's there. */
  readonly reached: () => Promise<Adapter>;
}

/** `outer` is the adapter the transaction was started on. Records from another store aren't part of it. */
function bindStore(
  adapter: () => Awaitable<Adapter>,
  options: BindOptions,
  outer?: Adapter,
): Store {
  const { ids } = options;
  const reached = () => reach(adapter);
  const within = boundBy(adapter, options);
  const invoke: Invoke = (method, work, read) =>
    within(
      method,
      (target) => {
        if (typeof target[method] !== "function") throw notImplemented(method);
        return work(target);
      },
      read,
    );
  const call: Call = (method, given, read) =>
    within(
      method,
      (target): unknown => {
        const work: unknown = target[method];
        if (typeof work !== "function") throw notImplemented(method);
        return Reflect.apply(work, target, given);
      },
      (answer) => read(answer, method),
    );
  const caller = { call, invoke, ids, reached };
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
    ...userMethods(caller),
    ...accountMethods(caller),
    ...sessionMethods(caller),
    ...tokenMethods(caller),
    ...authenticatorMethods(caller),
    ...recordMethods({ ...caller, reached: async () => outer ?? reached() }, kept),
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

const nothing = (): void => undefined;

// Created once, since sessions are read at every request.
const aUser = row(isUser);
const aSession = row(isSession);
const users = row(isUserList);
const userOrNull = rowOrNull(isUser);

/** Looks up rows by keys that a store can hold. No row has any other, and some stores fail on them. */
const find = <T>(keys: readonly string[], look: () => Promise<T | null>): Promise<T | null> =>
  keys.every(isWholeText) ? look() : Promise.resolve(null);

function userMethods({ call, invoke, reached, ids }: Caller) {
  const byEmail = (email: string) => rowOrNull(isUserWithEmail(email));
  const getUserByEmail = (email: string) =>
    find([email], () => call("getUserByEmail", [email], byEmail(email)));
  const getUserByAccount = (key: AccountKey) =>
    find([key.provider, key.providerAccountId], () => call("getUserByAccount", [key], userOrNull));
  return {
    createUser: (user) => call("createUser", [user], aUser),
    getUser: (id) => find([id], () => call("getUser", [id], rowOrNull(isUserWithId(id)))),
    getUserByEmail,
    getUserByAccount,
    async findUsers(email, key) {
      const texts = [email ?? "", key.provider, key.providerAccountId];
      if (email !== null && singleQueryUsers(await reached()) && texts.every(isWholeText)) {
        return invoke(
          "getUserByAccount",
          (a) => singleQueryUsers(a)?.(email, key),
          (found) => ({
            byEmail: byEmail(email)(found?.byEmail, "getUserByEmail"),
            byAccount: userOrNull(found?.byAccount, "getUserByAccount"),
          }),
        );
      }
      // The address first: while user and account are being created together, whoever has the address then
      // has the account too. In the other order, a sign-in in between would look like a conflict over the
      // address.
      const emailOwner = email === null ? null : await getUserByEmail(email);
      return { byEmail: emailOwner, byAccount: await getUserByAccount(key) };
    },
    updateUser: (user) => call("updateUser", [{ ...user, id: ids.stored(user.id) }], aUser),
    listUsers: (query) => call("listUsers", [query], users),
    async joinRow(table, id) {
      if (!singleQueryRow(await reached())) return undefined;
      return invoke(
        "getUser",
        (a) => singleQueryRow(a)?.(table, id),
        (found) => (found ? { row: found.row, user: aUser(found.user, "getUser") } : null),
      );
    },
  } satisfies Partial<Store>;
}

function accountMethods({ call, ids: { stored } }: Caller) {
  return {
    linkAccount: (account) =>
      call("linkAccount", [{ ...account, userId: stored(account.userId) }], nothing),
    unlinkAccount: (key) => call("unlinkAccount", [key], nothing),
    listAccountsByUserId: (id) => call("listAccountsByUserId", [id], row(isAccountList)),
    updateAccount: (account) => call("updateAccount", [account], nothing),
    getAccount: (providerAccountId, provider) => {
      const read = rowOrNull(isAccount, isAccountOf({ provider, providerAccountId }));
      return find([providerAccountId, provider], () =>
        call("getAccount", [providerAccountId, provider], read),
      );
    },
  } satisfies Partial<Store>;
}

function sessionMethods({ call, invoke, ids: { stored } }: Caller) {
  return {
    createSession: (session) =>
      call("createSession", [{ ...session, userId: stored(session.userId) }], aSession),
    getSessionAndUser: (token) =>
      find([token], () =>
        call("getSessionAndUser", [token], rowOrNull(isSessionAndUser, isSessionOf(token))),
      ),
    updateSession: (session) => call("updateSession", [session], nothing),
    deleteSession: (token) =>
      find([token], () =>
        invoke<AdapterSession | null | undefined, AdapterSession | null>(
          "deleteSession",
          (a) => a.deleteSession?.(token),
          (deleted) => deleted ?? null,
        ),
      ),
    deleteSessionsByUserId: (id) => call("deleteSessionsByUserId", [id], nothing),
    deleteOtherSessions: (id, token) => call("deleteOtherSessions", [id, token], nothing),
  } satisfies Partial<Store>;
}

function tokenMethods({ call, invoke, reached }: Caller) {
  return {
    createVerificationToken: (token) => call("createVerificationToken", [token], nothing),
    useVerificationToken: (key) =>
      find([key.identifier, key.token], () =>
        call(
          "useVerificationToken",
          [key],
          rowOrNull(isVerificationToken, ({ identifier }) => identifier === key.identifier),
        ),
      ),
    async useOneVerificationToken({ identifier, tokens }) {
      if (!singleQueryToken(await reached())) return undefined;
      const read = rowOrNull(
        isVerificationToken,
        (one) => one.identifier === identifier && tokens.includes(one.token),
      );
      return find([identifier, ...tokens], () =>
        invoke(
          "useVerificationToken",
          (a) => singleQueryToken(a)?.(identifier, tokens),
          (answer) => read(answer, "useVerificationToken"),
        ),
      );
    },
  } satisfies Partial<Store>;
}

function authenticatorMethods({ call, ids: { stored } }: Caller) {
  return {
    async createAuthenticator(made) {
      await call("createAuthenticator", [{ ...made, userId: stored(made.userId) }], nothing);
      return made;
    },
    getAuthenticator: (id) =>
      find([id], () =>
        call(
          "getAuthenticator",
          [id],
          rowOrNull(isAuthenticator, ({ credentialID }) => credentialID === id),
        ),
      ),
    listAuthenticatorsByUserId: (id) =>
      call("listAuthenticatorsByUserId", [id], row(isAuthenticatorList)),
    updateAuthenticatorCounter: (id, counter) =>
      call("updateAuthenticatorCounter", [id, counter], nothing),
    deleteAuthenticator: (id) => call("deleteAuthenticator", [id], nothing),
  } satisfies Partial<Store>;
}

/** A user's records are deleted with the user, even if they're in another store. */
function recordMethods({ call, reached }: Caller, kept: BoundRecords | undefined) {
  const isKept = async () => (await reached()).records !== undefined;
  return {
    records: kept?.records ?? noRecords,
    keepsRecords: isKept,
    async deleteUser(id) {
      // Nothing else would find them once the user is gone. Rows inserted meanwhile are removed afterwards.
      if (kept && hasSeparateUsers(await reached())) await kept.removeOwned(id);
      await call("deleteUser", [id], nothing);
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
