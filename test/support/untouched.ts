const now = () => {
  const { Date, fetch, Headers, Request, Response, setTimeout } = globalThis;
  return { Date, fetch, Headers, Request, Response, setTimeout };
};

const before = now();

/** Which of these a test file has replaced for good: the next one in the same process uses them. */
export function replaced(): string[] {
  const after: Readonly<Record<string, unknown>> = now();
  return Object.entries(before).flatMap(([name, value]) => (after[name] === value ? [] : [name]));
}
