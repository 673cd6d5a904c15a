import { describe, expect, it } from "vitest";
import { CookieJar } from "../cookies/jar.js";
import { createKeyRing } from "../crypto/keys.js";
import { longestValue } from "./contract.js";
import { memoryState } from "./memory.js";
import { writeSealed, maxSealedLength, readSealed } from "./sealed-cookie.js";
import { createState } from "./state.js";

const keys = createKeyRing(["a secret of what is carried"]);
const now = Date.UTC(2026, 0, 1);
const silent = { error: () => undefined, warn: () => undefined, debug: () => undefined };
const carrier = { cookie: { name: "c", options: {} }, salt: "a purpose", maxAge: 600 };

/** One browser and a shared state, whose texts are there to be looked at. */
function world(ring = keys) {
  const shared = memoryState();
  const texts = new Map<string, string>();
  const state = createState(
    {
      ...shared,
      set: (key, value, options) => {
        texts.set(key, value);
        return shared.set(key, value, options);
      },
    },
    { logger: silent, timeout: 1000 },
  );
  const context = (header: string, at = now) => ({
    ...{ jar: new CookieJar(header), keys: ring, now: at, state },
  });
  const keep = async (claims: object, apart?: boolean) => {
    const given = context("");
    await writeSealed(given, carrier, { claims, ...(apart !== undefined && { apart }) });
    const changes = given.jar.changes();
    return { changes, header: changes.map((one) => `${one.name}=${one.value}`).join("; ") };
  };
  const read = (header: string, at?: number) => readSealed(context(header, at), carrier);
  return { texts, shared, keep, read, context };
}

describe("what a browser carries", () => {
  it("is in its cookie where it is small, and shared state holds nothing", async () => {
    const { keep, read, texts } = world();
    const { changes, header } = await keep({ a: 1 });
    expect(changes).toMatchObject([{ name: "c", options: { maxAge: 600 } }]);
    expect(await read(header)).toMatchObject({ claims: { a: 1 }, exp: now / 1000 + 600 });
    expect(texts.size).toBe(0);
  });

  it.each([
    ["too large for a cookie", { a: "x".repeat(maxSealedLength) }, undefined],
    ["as large as it gets", { a: "x".repeat(90_000) }, undefined],
    ["to stay out of it", { a: "a token" }, true],
  ])("is in shared state where it is %s, in texts that fit", async (_, claims, apart) => {
    const { keep, read, texts } = world();
    const { changes, header } = await keep(claims, apart);
    expect(changes).toHaveLength(1);
    expect(header.length).toBeLessThan(600);
    expect(await read(header)).toMatchObject({ claims, token: header.slice(2) });
    expect(texts.size).toBeGreaterThan(0);
    for (const [key, text] of texts) {
      expect(text.length).toBeLessThanOrEqual(longestValue);
      expect(text).not.toContain("a token");
      expect(key).toMatch(/^carried:[\w-]{22}\.\d+$/);
    }
  });

  it("is refused where it is larger than that", async () => {
    await expect(world().keep({ a: "x".repeat(100_000) })).rejects.toThrow("too large to keep");
  });

  it("is nothing when it is over, or its texts are lost, in part too, or of another", async () => {
    const { keep, read, shared, texts } = world();
    const { header } = await keep({ a: "x".repeat(5000) });
    expect(await read(header, now + 620_000)).toBeUndefined();
    const [first = "", second = ""] = texts.keys();
    await shared.set(first, texts.get(second) ?? "", { ttl: 60 });
    expect(await read(header)).toBeUndefined();
    await shared.delete(first);
    expect(await read(header)).toBeUndefined();
    expect(await read("c=nonsense")).toBeUndefined();
    expect(await read("")).toBeUndefined();
  });

  it("is read after the secret was replaced, and not for another purpose", async () => {
    const old = world();
    const { header } = await old.keep({ a: 1 }, true);
    const newer = createKeyRing(["a newer secret", "a secret of what is carried"]);
    const context = { ...old.context(header), keys: newer };
    expect(await readSealed(context, carrier)).toMatchObject({ claims: { a: 1 } });
    const other = { ...carrier, salt: "another purpose" };
    expect(await readSealed(context, other)).toBeUndefined();
  });
});
