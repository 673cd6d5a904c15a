import type { Session } from "../../types/session.js";

/** A member of someone else's value. */
export function memberOf(value: unknown, name: string): unknown {
  return typeof value === "object" && value !== null ? Reflect.get(value, name) : undefined;
}

/** A text at the end of a path of members. */
export function textAt(start: unknown, ...path: readonly string[]): string | undefined {
  const end = path.reduce(memberOf, start);
  return typeof end === "string" ? end : undefined;
}

export function isSession(value: unknown): value is Session {
  return memberOf(value, "expires") !== undefined;
}
