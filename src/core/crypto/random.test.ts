import { afterEach, describe, expect, it, vi } from "vitest";
import { randomHex, randomId, randomText } from "./random.js";

afterEach(() => {
  vi.unstubAllGlobals();
});

describe("random values", () => {
  it("[LIM-4] decision 16: an id is a UUID, or 32 bytes in hexadecimal where the runtime has none", () => {
    expect(randomId()).toMatch(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);
    const getRandomValues = crypto.getRandomValues.bind(crypto);
    vi.stubGlobal("crypto", { getRandomValues });
    expect(randomId()).toMatch(/^[0-9a-f]{64}$/);
    expect(randomId()).not.toBe(randomId());
  });

  it("texts have the length that was asked for, and no two are the same", () => {
    expect(randomHex(16)).toHaveLength(32);
    expect(randomText(32)).toMatch(/^[\w-]{43}$/);
    expect(new Set(Array.from({ length: 100 }, () => randomText(16))).size).toBe(100);
  });
});
