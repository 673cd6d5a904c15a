import { DuplicateError } from "../duplicate.js";
import type { DuplicateKey } from "../duplicate.js";

// PostgreSQL: SQLSTATE class 23; MySQL: error number 1062; SQLite: its extended result codes.
const duplicateCodes = new Set<unknown>([
  "23505",
  "ER_DUP_ENTRY",
  "SQLITE_CONSTRAINT_UNIQUE",
  "SQLITE_CONSTRAINT_PRIMARYKEY",
]);

// The database gave up on a statement or transaction, undid it, and asks to try again.
const passingCodes = new Set<unknown>([
  "40001",
  "40P01",
  "ER_LOCK_DEADLOCK",
  "ER_LOCK_WAIT_TIMEOUT",
  "ER_CHECKREAD",
  "SQLITE_BUSY",
  "SQLITE_BUSY_SNAPSHOT",
  "SQLITE_BUSY_RECOVERY",
  "SQLITE_LOCKED",
  "TRANSACTION_ACTIVE",
]);

const invalidTextCode = "22P02";

/** Turns the refusal of a unique key into the typed error; gives anything else back. */
export function typedError(error: unknown, key: DuplicateKey): unknown {
  const refusal = causes(error).find(
    (cause) => duplicateCodes.has(cause.code) || isPlainSqliteRefusal(cause),
  );
  if (!refusal) return error;
  const ofPrimaryKey = key === "user.email" && namesPrimaryKey(refusal);
  return new DuplicateError(ofPrimaryKey ? "user.id" : key, { cause: error });
}

export const isPassing = (error: unknown): boolean =>
  causes(error).some((cause) => passingCodes.has(cause.code));

/** The value can not be of the column's type, so no row has it. */
export const isInvalidText = (error: unknown): boolean =>
  causes(error).some((cause) => cause.code === invalidTextCode);

interface Cause {
  code: unknown;
  constraint: unknown;
  message: string;
}

function causes(error: unknown): Cause[] {
  const found: Cause[] = [];
  let current = error;
  while (current instanceof Error && found.length < 5) {
    found.push({
      code: Reflect.get(current, "code"),
      constraint: Reflect.get(current, "constraint"),
      message: current.message,
    });
    current = current.cause;
  }
  return found;
}

// Some SQLite drivers give the primary result code only.
const isPlainSqliteRefusal = (cause: Cause): boolean =>
  cause.code === "SQLITE_CONSTRAINT" && /unique constraint failed/i.test(cause.message);

const namesPrimaryKey = (cause: Cause): boolean =>
  cause.code === "SQLITE_CONSTRAINT_PRIMARYKEY" ||
  (typeof cause.constraint === "string" && cause.constraint.endsWith("_pkey")) ||
  /key '(?:[^']+\.)?PRIMARY'/.test(cause.message);
