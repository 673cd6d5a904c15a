import { MemoryAdapter } from "latchkey/adapters/memory";
import { describe, expect, it } from "vitest";
import { createStore } from "../config/adapter.js";
import { createKeyRing } from "../crypto/keys.js";
import { createExtender } from "./extend.js";

const silent = { error: () => undefined, warn: () => undefined, debug: () => undefined };
const began = Date.UTC(2026, 0, 1);

/** An extender of sessions of 100 seconds, extended every 10, and the tokens it wrote. */
function setUp() {
  const written: string[] = [];
  const adapter = {
    ...MemoryAdapter(),
    updateSession: ({ sessionToken }: { sessionToken: string }) => {
      written.push(sessionToken);
      return Promise.resolve(null);
    },
  };
  const store = createStore(adapter, { logger: silent, timeout: 1000 });
  const extender = createExtender(
    { maxAge: 100, updateAge: 10, logger: silent, keys: createKeyRing(["secret"]) },
    store,
  );
  const extend = (sessionToken: string, seconds = 20) => {
    const session = { sessionToken, userId: "1", expires: new Date(began + 100_000) };
    return extender.extend(session, began + seconds * 1000);
  };
  return { written, extend };
}

describe("extending sessions", () => {
  it("answers at once where nothing is due, which most reads get", () => {
    const { written, extend } = setUp();
    expect(extend("a", 9.999)).toBeNull();
    expect(written).toEqual([]);
  });

  it("is done once for one expiry, and the second who asks gets the same answer", async () => {
    const { written, extend } = setUp();
    expect(await extend("a", 10)).toEqual(new Date(began + 110_000));
    expect(await extend("a", 11)).toEqual(new Date(began + 110_000));
    expect(written).toEqual(["a"]);
  });

  it("is remembered of the last thousand sessions", async () => {
    const { written, extend } = setUp();
    const others = async (from: number, to: number) => {
      for (let index = from; index < to; index++) await extend(`other ${index}`);
    };
    await extend("a");
    await others(0, 999);
    await extend("a");
    expect(written.filter((token) => token === "a")).toHaveLength(1);
    await others(999, 1000);
    await extend("a");
    expect(written.filter((token) => token === "a")).toHaveLength(2);
    await extend("other 999");
    expect(written).toHaveLength(1002);
  });
});
