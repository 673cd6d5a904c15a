import { stringifySetCookie } from "cookie";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { times } from "../../../test/support/long-form.js";
import type { SerializeCookieOptions } from "../../types/cookies.js";
import { serializeCookie } from "./serialize.js";

const written = (options: SerializeCookieOptions, name = "a") =>
  serializeCookie({ name, value: "1", options });

describe("a Set-Cookie header", () => {
  it("has the attributes; what is undefined is none", () => {
    expect(
      serializeCookie({
        name: "a",
        value: "ü;",
        options: { path: "/", domain: undefined, maxAge: 0, sameSite: "lax", secure: true },
      }),
    ).toBe("a=%C3%BC%3B; Max-Age=0; Path=/; Secure; SameSite=Lax");
    expect(serializeCookie({ name: "a", value: "", options: {} })).toBe("a=");
  });

  it.each<[SerializeCookieOptions, string]>([
    [{ expires: new Date(0) }, "Expires=Thu, 01 Jan 1970 00:00:00 GMT"],
    [{ domain: "example.com" }, "Domain=example.com"],
    [{ domain: ".Example-1.com" }, "Domain=.Example-1.com"],
    [{ httpOnly: true, partitioned: true }, "HttpOnly; Partitioned"],
    [{ priority: "medium" }, "Priority=Medium"],
    [{ sameSite: true }, "SameSite=Strict"],
    [{ sameSite: "none" }, "SameSite=None"],
    [{ maxAge: -1 }, "Max-Age=-1"],
  ])("writes %j", (options, expected) => {
    expect(written(options)).toBe(`a=1; ${expected}`);
  });

  it.each<[SerializeCookieOptions, string]>([
    [{ path: "/; Domain=evil.test" }, "path"],
    [{ path: "/\r\nset-cookie: b=1" }, "path"],
    [{ path: "/ü" }, "path"],
    [{ domain: "a.test; Secure" }, "domain"],
    [{ domain: "https://a.test" }, "domain"],
    [{ domain: "a..test" }, "domain"],
    [{ maxAge: 1.5 }, "maxAge"],
    [{ maxAge: NaN }, "maxAge"],
    [{ maxAge: Infinity }, "maxAge"],
    [{ expires: new Date(NaN) }, "expires"],
    [JSON.parse('{ "sameSite": "lax; Secure" }'), "sameSite"],
    [JSON.parse('{ "priority": "highest" }'), "priority"],
  ])("refuses %j", (options, attribute) => {
    expect(() => written(options)).toThrow(new RegExp(`^The ${attribute} of a cookie can't be `));
  });

  it.each(["", "a b", "a;b", "a=b", "a\r\nb", "ä"])("refuses the name %j", (name) => {
    expect(() => written({}, name)).toThrow(/^The name of a cookie can't be /);
  });

  it("is what the package `cookie` writes", () => {
    const options = fc.record(
      {
        maxAge: fc.integer(),
        domain: fc.constantFrom("", "a.test", ".b.test", "x"),
        path: fc.constantFrom("", "/", "/a b", "/auth"),
        expires: fc.date({ noInvalidDate: true }),
        httpOnly: fc.boolean(),
        secure: fc.boolean(),
        partitioned: fc.boolean(),
        priority: fc.constantFrom("low" as const, "medium" as const, "high" as const),
        sameSite: fc.constantFrom(true, false, "lax" as const, "strict" as const, "none" as const),
      },
      { requiredKeys: [] },
    );
    const name = fc.constantFrom("a", "__Host-b", "c.0", "d|e", "%");
    const value = fc.string({ unit: "grapheme" });
    fc.assert(
      fc.property(name, value, options, (...given) => {
        const cookie = { name: given[0], value: given[1] };
        expect(serializeCookie({ ...cookie, options: given[2] })).toBe(
          stringifySetCookie({ ...cookie, ...given[2] }),
        );
      }),
      { numRuns: times(5_000) },
    );
  });
});
