type Seen = ReadonlyMap<string, unknown>;

function now(): Seen {
  const { Date, fetch, Headers, Request, Response, URL } = globalThis;
  const { crypto, navigator, process, performance } = globalThis;
  const { setTimeout, setInterval, setImmediate, queueMicrotask } = globalThis;
  const environment = Object.entries(process.env)
    .filter(([name]) => !name.startsWith("VITEST"))
    .map(([name, value]) => [`env ${name}`, value] as const);
  return new Map<string, unknown>([
    ...Object.entries({ Date, fetch, Headers, Request, Response, URL }),
    ...Object.entries({ crypto, navigator, process, performance }),
    ...Object.entries({ setTimeout, setInterval, setImmediate, queueMicrotask }),
    ...environment,
  ]);
}

const before = now();

/** Which of these a test file has replaced for good: the next one in the same process uses them. */
export function replaced(): string[] {
  const after = now();
  const names = new Set([...before.keys(), ...after.keys()]);
  return [...names].filter((name) => after.get(name) !== before.get(name));
}
