/*
 * A state may be of the application's making, or a server may answer for another: what it gives is looked
 * at before anything is decided by it. Anything else counts as no answer.
 */

export function readFlag(answer: unknown): boolean {
  return typeof answer === "boolean" ? answer : refuse("set", answer);
}

/** The values of so many keys. */
export function readTexts(answer: unknown, many: number): readonly (string | undefined)[] {
  if (!Array.isArray(answer) || answer.length !== many) return refuse("get", answer);
  return answer.map((value: unknown) => {
    if (value === undefined || value === null) return undefined;
    return typeof value === "string" ? value : refuse("get", value);
  });
}

/** A count, or the text of one. */
export function readCount(answer: unknown): number {
  const count = typeof answer === "string" ? Number(answer) : answer;
  const isCount = typeof count === "number" && Number.isSafeInteger(count) && count >= 0;
  return isCount ? count : refuse("increment", answer);
}

export function readNothing(): void {
  // Nothing is expected.
}

/** Tells of what kind it is, never the value itself. */
function refuse(operation: string, answer: unknown): never {
  const kind = Array.isArray(answer) ? `list of ${answer.length}` : typeof answer;
  throw new Error(`\`${operation}\` of the shared state gave what it must not give: ${kind}.`);
}
