import type { AccountKey, VerificationToken } from "../types/adapter.js";
import type { UsersFound } from "../types/store.js";

/** Finds both as they were at one moment. */
export type FindUsers = (email: string, account: AccountKey) => Promise<UsersFound>;

/** Takes the row that has one of these tokens. Of many callers at once, one gets it. */
export type TakeToken = (
  identifier: string,
  tokens: readonly string[],
) => Promise<VerificationToken | null>;

/**
 * An adapter may answer in one step what takes others several. It says so on the methods that it stands for, not on
 * itself: in a copy of the adapter with another method instead of one of them, all are asked as they would be without.
 */
const oneStep = Symbol.for("latchkey.in-one-step");

/** The method, which says by what step it can be spared. */
export function sparedBy<Method extends object>(step: FindUsers | TakeToken, method: Method) {
  return Object.assign(method, { [oneStep]: step });
}

interface Finder {
  getUserByEmail?: unknown;
  getUserByAccount?: unknown;
}

export function findsUsers({ getUserByEmail, getUserByAccount }: Finder): FindUsers | undefined {
  const step = stepOf(getUserByEmail);
  return isFindUsers(step) && step === stepOf(getUserByAccount) ? step : undefined;
}

export function takesToken(adapter: { useVerificationToken?: unknown }): TakeToken | undefined {
  const step = stepOf(adapter.useVerificationToken);
  return isTakeToken(step) ? step : undefined;
}

function stepOf(method: unknown): unknown {
  return typeof method === "function" ? Reflect.get(method, oneStep) : undefined;
}

function isFindUsers(step: unknown): step is FindUsers {
  return typeof step === "function";
}

function isTakeToken(step: unknown): step is TakeToken {
  return typeof step === "function";
}
