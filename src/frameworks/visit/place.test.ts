import { describe, expect, it } from "vitest";
import { engineFor } from "../../doors/engine.js";
import { isOwnRoute, isOpenRoute } from "./place.js";
import { writtenPath, type Sender } from "./sender.js";

const engine = engineFor({ providers: [], pages: { signIn: "/login", error: "/oops/" } });

const at = (written: string): Sender => ({
  method: "GET",
  headers: new Headers(),
  url: new URL(written),
  path: writtenPath(written),
});

describe("the way to a sign-in stays open", () => {
  it.each([
    ["/auth/session", true],
    ["/auth/callback/my%20provider?code=1", true],
    ["/login", true],
    ["/login/?error=x", true],
    ["/oops", true],
    ["/members", false],
    ["/auth", false],
    ["/authentic", false],
    ["//auth/session", false],
    ["/loginx", false],
    ["/login/one", false],
  ])("%s: %s", (path, expected) => {
    expect(isOpenRoute(engine, at(`http://app.test${path}`))).toBe(expected);
  });

  it.each([
    "/members/../login",
    "/members/../auth/session",
    "/members/%2e%2e/auth/session",
    "/members/./../login",
    "/members\\..\\auth/session",
  ])("%s is read differently by different readers, so it is closed", (path) => {
    const sender = at(`http://app.test${path}`);
    expect([isOpenRoute(engine, sender), isOwnRoute(engine, sender)]).toEqual([false, false]);
  });
});
