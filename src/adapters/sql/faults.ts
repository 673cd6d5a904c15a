import { DuplicateError } from "../rows/duplicate.js";
import type { DuplicateKey } from "../rows/duplicate.js";

// PostgreSQL: SQLSTATE class 23; MySQL: error number 1062; SQLite: its extended result codes.
const duplicateCodes = new Set<unknown>([
  "23505",
  "ER_DUP_ENTRY",
  "SQLITE_CONSTRAINT_UNIQUE",
  "SQLITE_CONSTRAINT_PRIMARYKEY",
]);

// The database gave up on a statement or transaction, rolled it back, and asks for a retry.
const passingCodes: readonly unknown[] = [
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
];

// PostgreSQL: a value of the wrong type, or a number out of the column's range.
const invalidValueCodes: readonly unknown[] = ["22P02", "22003"];

const missingOwnerCodes: readonly unknown[] = [
  "23503",
  "ER_NO_REFERENCED_ROW",
  "ER_NO_REFERENCED_ROW_2",
  "SQLITE_CONSTRAINT_FOREIGNKEY",
];

// PostgreSQL: writes are refused, or the connection is closing. MySQL: writes are refused.
const demotedCodes: readonly unknown[] = [
  "25006",
  "57P01",
  "57P02",
  "ER_OPTION_PREVENTS_STATEMENT",
  "ER_READ_ONLY_MODE",
  "ER_CANT_EXECUTE_IN_READ_ONLY_TRANSACTION",
];

const missingColumnCodes: readonly unknown[] = ["42703", "ER_BAD_FIELD_ERROR"];

const missingTableCodes: readonly unknown[] = ["42P01", "ER_NO_SUCH_TABLE"];

/** Converts a unique-key violation to a DuplicateError; returns other errors unchanged. */
export function typedError(error: unknown, key: DuplicateKey): unknown {
  const refusal = causes(error).find(isRefusal);
  if (!refusal) return error;
  const ofPrimaryKey = key === "user.email" && namesPrimaryKey(refusal);
  return new DuplicateError(ofPrimaryKey ? "user.id" : key, { cause: error });
}

/** A row with this key exists. */
export const isDuplicate = (error: unknown): boolean => causes(error).some(isRefusal);

/** Whether the driver's error has one of these codes or, where drivers give none, such a message. */
export const hasCode = (error: unknown, codes: readonly unknown[], text?: RegExp): boolean =>
  causes(error).some(({ code, message }) => codes.includes(code) || text?.test(message) === true);

/** A foreign key points to a missing row. */
export const isMissingOwner = (error: unknown): boolean =>
  hasCode(error, missingOwnerCodes, /foreign key constraint failed/i);

/** Whether a violation is of this key. PostgreSQL and MySQL name the index, SQLite the columns. */
export function namesKey(
  error: unknown,
  { table, columns, index }: { table: string; columns: readonly string[]; index: string },
): boolean {
  const listed = columns.map((column) => `${table}.${column}`).join(", ");
  return causes(error).some(({ constraint, message }) => {
    const named = / for key '(?:[^'.]+\.)?([^'.]+)'$/.exec(message)?.[1];
    const [, failed] = message.split(/unique constraint failed: /i);
    return constraint === index || named === index || failed === listed;
  });
}

export const isPassing = (error: unknown): boolean => hasCode(error, passingCodes);

/**
 * The server no longer accepts writes, as after a failover. A new connection may reach its
 * successor.
 */
export const isDemoted = (error: unknown): boolean =>
  hasCode(error, demotedCodes) ||
  causes(error).some(({ code }) => typeof code === "string" && /^08...$/.test(code));

/** The value can't have the column's type, so no row matches it. */
export const isInvalidValue = (error: unknown): boolean => hasCode(error, invalidValueCodes);

export const isMissingTable = (error: unknown): boolean =>
  hasCode(error, missingTableCodes, /no such table/i);

/** A table or column is missing. */
export const isOutdated = (error: unknown): boolean =>
  isMissingTable(error) ||
  hasCode(error, missingColumnCodes, /no such column|has no column named/i);

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
const isRefusal = ({ code, message }: Cause): boolean =>
  duplicateCodes.has(code) ||
  (code === "SQLITE_CONSTRAINT" && /unique constraint failed/i.test(message));

const namesPrimaryKey = (cause: Cause): boolean =>
  cause.code === "SQLITE_CONSTRAINT_PRIMARYKEY" ||
  (typeof cause.constraint === "string" && cause.constraint.endsWith("_pkey")) ||
  /key '(?:[^']+\.)?PRIMARY'/.test(cause.message);
