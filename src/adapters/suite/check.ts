/** Fails the case if `condition` is false. */
export function check(condition: boolean, expectation: string): asserts condition {
  if (!condition) throw new Error(`Expected that ${expectation}`);
}

/** Fails the case unless nothing was found. */
export function checkNone(found: unknown, expectation: string): void {
  check(found === null, expectation);
}

/**
 * Fails the case unless `actual` has every member of `expected`; it may have more. A missing
 * member, null and undefined are equal; dates are compared to the millisecond.
 */
export function checkHas(actual: unknown, expected: object, what: string): void {
  check(typeof actual === "object" && actual !== null, `${what} is an object`);
  for (const [name, value] of Object.entries(expected)) {
    const found: unknown = Reflect.get(actual, name);
    check(isSame(found, value), `${what} has ${name} ${show(value)}, but it is ${show(found)}`);
  }
}

/** Fails the case unless `work` rejects or throws. */
export async function checkRejects(work: () => unknown, what: string): Promise<unknown> {
  try {
    await work();
  } catch (error) {
    return error;
  }
  throw new Error(`Expected that ${what} is refused`);
}

function isSame(found: unknown, expected: unknown): boolean {
  if (expected == null) return found == null;
  if (expected instanceof Date) {
    return found instanceof Date && found.getTime() === expected.getTime();
  }
  return textOf(found) === textOf(expected);
}

function show(value: unknown): string {
  if (value instanceof Date) return `the date ${value.toISOString()}`;
  return value === undefined ? "undefined" : textOf(value);
}

/** One of your own fields may be a bigint, which JSON can't hold. */
function textOf(value: unknown): string {
  return JSON.stringify(value, (_, member: unknown) =>
    typeof member === "bigint" ? `${member}n` : member,
  );
}
