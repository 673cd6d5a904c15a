import type { AccountKey, VerificationToken } from "../types/adapter.js";
import type { Table } from "../types/records.js";
import type { StoredRowAndUser, UsersFound } from "../types/store.js";

/** Finds both users as of one moment. */
export type FindUsers = (email: string, account: AccountKey) => Promise<UsersFound>;

/** Takes the row that has one of these tokens. Of concurrent callers, only one gets it. */
export type UseToken = (
  identifier: string,
  tokens: readonly string[],
) => Promise<VerificationToken | null>;

/** Finds a row of a plugin and the user it references, as of one moment. */
export type FindRowAndUser = (table: Table, id: string) => Promise<StoredRowAndUser | null>;

type Step = FindUsers | UseToken | FindRowAndUser;

/**
 * Marks methods that an adapter can replace by one faster step. The mark is on the methods, not on
 * the adapter, so a copy of the adapter with a method replaced doesn't use the step.
 */
const oneStep = Symbol.for("latchkey.in-one-step");

/** The method, which declares the step that replaces it. */
export function withSingleQuery<Method extends object>(step: Step, method: Method) {
  return Object.assign(method, { [oneStep]: step });
}

interface Finder {
  getUserByEmail?: unknown;
  getUserByAccount?: unknown;
}

export function singleQueryUsers({
  getUserByEmail,
  getUserByAccount,
}: Finder): FindUsers | undefined {
  const step = stepOf(getUserByEmail);
  return isFindUsers(step) && step === stepOf(getUserByAccount) ? step : undefined;
}

export function singleQueryToken(adapter: {
  useVerificationToken?: unknown;
}): UseToken | undefined {
  const step = stepOf(adapter.useVerificationToken);
  return isUseToken(step) ? step : undefined;
}

/** A row and its user are in one database if both methods name the same step. */
export function singleQueryRow(adapter: {
  getUser?: unknown;
  records?: { read: unknown };
}): FindRowAndUser | undefined {
  const step = stepOf(adapter.getUser);
  return isFindRow(step) && step === stepOf(adapter.records?.read) ? step : undefined;
}

function stepOf(method: unknown): unknown {
  return typeof method === "function" ? Reflect.get(method, oneStep) : undefined;
}

function isFindUsers(step: unknown): step is FindUsers {
  return typeof step === "function";
}

function isUseToken(step: unknown): step is UseToken {
  return typeof step === "function";
}

function isFindRow(step: unknown): step is FindRowAndUser {
  return typeof step === "function";
}
