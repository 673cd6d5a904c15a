/*
 * State may be the app's own code, and a server may return another request's reply, so every reply
 * is checked before it's used. An invalid one counts as no reply.
 */

export function readFlag(answer: unknown): boolean {
  return typeof answer === "boolean" ? answer : refuse("set", answer);
}

/** The values of several keys. */
export function readTexts(answer: unknown, many: number): readonly (string | undefined)[] {
  if (!Array.isArray(answer) || answer.length !== many) return refuse("get", answer);
  return answer.map((value: unknown) => {
    if (value === undefined || value === null) return undefined;
    return typeof value === "string" ? value : refuse("get", value);
  });
}

/** A count, or its string form. */
export function readCount(answer: unknown): number {
  const count = typeof answer === "string" ? Number(answer) : answer;
  const isCount = typeof count === "number" && Number.isSafeInteger(count) && count >= 0;
  return isCount ? count : refuse("increment", answer);
}

export function readNothing(): void {
  // No value is expected.
}

/** Describes the type of a value, never the value itself. */
function refuse(operation: string, answer: unknown): never {
  const kind = Array.isArray(answer) ? `list of ${answer.length}` : typeof answer;
  throw new Error(
    `\`${operation}\` of the shared state returned ${kind}, which its contract doesn't allow. Test it with latchkey/state/suite.`,
  );
}
