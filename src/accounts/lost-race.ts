import { isRecord } from "../json.js";

/** What databases, and those who speak to them, call a row whose key is taken. */
const codes: ReadonlySet<unknown> = new Set([
  ...["23505", "P2002", "ER_DUP_ENTRY", 1062, 11000],
  ...["SQLITE_CONSTRAINT", "SQLITE_CONSTRAINT_UNIQUE", "SQLITE_CONSTRAINT_PRIMARYKEY"],
]);
const names = /Duplicate|UniqueConstraint|Conflict|ConditionalCheckFailed/;
const deepest = 8;

/** Whether the store refused because somebody else was faster: a row with this key is there already. */
export function isLostRace(error: unknown): boolean {
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

/** Errors of the library keep theirs in `cause.err`. */
function innerOf({ cause }: Readonly<Record<string, unknown>>): unknown {
  return isRecord(cause) && isRecord(cause["err"]) ? cause["err"] : cause;
}
