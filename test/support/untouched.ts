const now = () => {
  const { Date, fetch, Headers, Request, Response, URL } = globalThis;
  const { crypto, navigator, process, performance } = globalThis;
  const { setTimeout, setInterval, setImmediate, queueMicrotask } = globalThis;
  const environment = Object.entries(process.env)
    .filter(([name]) => !name.startsWith("VITEST"))
    .map(([name, value]) => [`env ${name}`, value]);
  return {
    ...{ Date, fetch, Headers, Request, Response, URL },
    ...{ crypto, navigator, process, performance },
    ...{ setTimeout, setInterval, setImmediate, queueMicrotask },
    ...Object.fromEntries(environment),
  };
};

const before: Readonly<Record<string, unknown>> = now();

/** Which of these a test file has replaced for good: the next one in the same process uses them. */
export function replaced(): string[] {
  const after: Readonly<Record<string, unknown>> = now();
  const names = new Set([...Object.keys(before), ...Object.keys(after)]);
  return [...names].filter((name) => after[name] !== before[name]);
}
