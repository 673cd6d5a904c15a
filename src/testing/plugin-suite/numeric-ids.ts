import { isRecord } from "../../json.js";
import type { Adapter } from "../../types/adapter.js";

/** The same store, whose ids of users are big integers, as with `BIGINT` columns. */
export function withBigIntIds(adapter: Adapter): Adapter {
  return new Proxy(adapter, {
    get(target, name): unknown {
      const member: unknown = Reflect.get(target, name);
      if (name === "transaction") return (work: Work) => target.transaction?.(numberedIn(work));
      if (typeof member !== "function") return member;
      return async (...given: readonly unknown[]) =>
        numbered(await Promise.resolve(Reflect.apply(member, target, given.map(texted))));
    },
  });
}

type Work = (adapter: Adapter) => Promise<unknown>;

const numberedIn =
  (work: Work): Work =>
  (adapter) =>
    work(withBigIntIds(adapter));

function texted(value: unknown): unknown {
  if (typeof value === "bigint") return String(value);
  if (Array.isArray(value)) return value.map(texted);
  return isPlain(value) ? mapped(value, (one) => texted(one)) : value;
}

function numbered(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(numbered);
  if (!isPlain(value)) return value;
  return mapped(value, (one, name) =>
    (name === "id" || name === "userId") && typeof one === "string" && /^\d+$/.test(one)
      ? BigInt(one)
      : numbered(one),
  );
}

function isPlain(value: unknown): value is Record<string, unknown> {
  return isRecord(value) && Object.getPrototypeOf(value) === Object.prototype;
}

function mapped(
  row: Readonly<Record<string, unknown>>,
  map: (value: unknown, name: string) => unknown,
): Record<string, unknown> {
  return Object.fromEntries(Object.entries(row).map(([name, value]) => [name, map(value, name)]));
}
