import { describe, expect, it } from "vitest";
import { CookieJar } from "../cookies/jar.js";
import { createCookieGuard, writeSession } from "./session-cookie.js";

const now = Date.UTC(2026, 0, 1);
const inSeconds = (seconds: number) => new Date(now + seconds * 1000);

function written(options: { maxAge?: number }, made: { expires: Date; untilClosed?: boolean }) {
  const jar = new CookieJar(null);
  const cookie = { name: "s", options: { path: "/", ...options } };
  writeSession({ jar, cookie, now }, { value: "token", ...made });
  return jar.changes().map((change) => change.options);
}

describe("the session cookie", () => {
  it("lasts as long as the session", () => {
    expect(written({}, { expires: inSeconds(60) })).toEqual([
      { path: "/", expires: inSeconds(60) },
    ]);
  });

  it.each([
    [59, 60, 59],
    [60, 60, 60],
    [61, 60, 60],
    [61, 60.9, 60],
    [61, -5, 0],
  ])("with a maxAge of %s and %s seconds left lasts %s", (maxAge, left, lasts) => {
    const [options] = written({ maxAge }, { expires: inSeconds(left) });
    expect(options).toMatchObject({ maxAge: lasts, expires: inSeconds(left) });
  });

  it("that is forgotten when the browser is closed says no time at all", () => {
    const made = { expires: inSeconds(60), untilClosed: true };
    expect(written({ maxAge: 30 }, made)).toEqual([{ path: "/" }]);
  });
});

describe("how much goes into it", () => {
  const cookie = { name: "s", options: { path: "/" } };
  const made = (length: number) => {
    return { value: "x".repeat(length), expires: inSeconds(60), holds: { large: "x".repeat(99) } };
  };
  const guard = (maxCookieSize: number) => {
    const told: string[] = [];
    const check = createCookieGuard({
      maxCookieSize,
      warnOnce: (code, message) => void told.push(`${code}: ${message()}`),
    });
    return { told, check: (length: number) => check(cookie, made(length)) };
  };

  it("is refused beyond the limit, with what is large in it", () => {
    const { told, check } = guard(100);
    expect(() => check(200)).toThrow(/the limit is 100 .* Largest members: .?large/);
    expect(() => check(20)).not.toThrow();
    expect(told).toEqual([]);
  });

  it("is told where servers may refuse it, and not before", () => {
    const { told, check } = guard(100_000);
    check(3000);
    expect(told).toEqual([]);
    check(5000);
    expect(told).toHaveLength(1);
    expect(told[0]).toMatch(/^session-cookie-large: A session cookie has \d+ bytes/);
    expect(told[0]).toMatch(/Largest members: .?large/);
  });
});
