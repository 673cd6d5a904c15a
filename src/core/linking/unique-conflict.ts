import { isRecord } from "../values/json.js";

/** What databases and ORMs call a unique violation. */
const codes: ReadonlySet<unknown> = new Set([
  ...["23505", "P2002", "ER_DUP_ENTRY", 1062, 11000],
  ...["SQLITE_CONSTRAINT", "SQLITE_CONSTRAINT_UNIQUE", "SQLITE_CONSTRAINT_PRIMARYKEY"],
]);
const names = /Duplicate|UniqueConstraint|Conflict|ConditionalCheckFailed/;
const deepest = 8;

/** Whether the store refused the write because a row with this key already exists. */
export function isUniqueConflict(error: unknown): boolean {
  let cause = error;
  for (let depth = 0; depth < deepest && isRecord(cause); depth += 1) {
    if (isTaken(cause)) return true;
    cause = innerOf(cause);
  }
  return false;
}

function isTaken({ name, code, errno }: Readonly<Record<string, unknown>>): boolean {
  return codes.has(code) || codes.has(errno) || (typeof name === "string" && names.test(name));
}

/** The library's own errors have theirs in `cause.err`. */
function innerOf({ cause }: Readonly<Record<string, unknown>>): unknown {
  return isRecord(cause) && isRecord(cause["err"]) ? cause["err"] : cause;
}
