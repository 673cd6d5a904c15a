import { describe, expect, it } from "vitest";
import { readQuery } from "./query.js";

const query = (search: string) => readQuery(new URL(`https://app.test/auth/signin${search}`));

describe("the query of an address", () => {
  it("is read as fields; what comes twice is a list", () => {
    expect(query("?a=1&b=%C3%BC+x&c=1&c=2").toObject()).toEqual({
      a: "1",
      b: "ü x",
      c: ["1", "2"],
    });
    expect(query("").names()).toEqual([]);
  });

  it("with an invalid percent-encoding is refused", () => {
    expect(() => query("?a=%zz")).toThrow("percent-encoding");
  });

  it("may be 64 KiB long, together with the path", () => {
    const ofLength = (length: number) => "?a=".padEnd(length - "/auth/signin".length, "x");
    expect(query(ofLength(64 * 1024)).names()).toEqual(["a"]);
    expect(() => query(ofLength(64 * 1024 + 1))).toThrow("longer than 64 KiB");
  });
});
