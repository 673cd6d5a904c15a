import { describe, expect, it } from "vitest";
import { isOwnEndpoint, ownPage, ownRoute } from "./own-routes.js";

const site = { origin: "https://app.test", basePath: "/my/auth" };
const at = (path: string) => new URL(path, site.origin);

describe("what stands at an address", () => {
  it.each([
    ["account", undefined],
    ["assets/app.js", "endpoint"],
    ["callback/idp", "endpoint"],
    ["csrf", "endpoint"],
    ["doctor", "endpoint"],
    ["error", "error"],
    ["password", "endpoint"],
    ["password/forgot", "page"],
    ["providers", "endpoint"],
    ["signout/idp", "signOut"],
    ["session", "endpoint"],
    ["signin/idp", "signIn"],
    ["signout", "signOut"],
    ["verify-request", "verifyRequest"],
    ["webauthn-options/keys", "endpoint"],
    ["else", undefined],
    ["", undefined],
    ["constructor", undefined],
  ] as const)("/my/auth/%s: %s", (path, expected) => {
    expect(ownRoute(at(`/my/auth/${path}`), site)).toBe(expected);
    const isEndpoint = expected === "endpoint" || expected === "signOut";
    expect(isOwnEndpoint(at(`/my/auth/${path}`), site)).toBe(isEndpoint);
  });

  it.each(["/My/AUTH/SignOut", "//my///auth//signout/", "/my/%61uth/%73ignout?x=1#y"])(
    "%s is as lax as servers are",
    (path) => {
      expect(ownRoute(new URL(site.origin + path), site)).toBe("signOut");
    },
  );

  it.each([
    "/auth/signout",
    "/my/signout",
    "/other/auth/signout",
    "/x/my/auth/signout",
    "/my/auth%2",
  ])("%s is of the application", (path) => {
    expect(ownRoute(new URL(site.origin + path), site)).toBeUndefined();
  });

  it("is of the site alone", () => {
    expect(ownRoute(new URL("https://else.test/my/auth/signout"), site)).toBeUndefined();
    expect(ownRoute(new URL("http://app.test/my/auth/signout"), site)).toBeUndefined();
  });

  it("is read of a segment as it is where it can't be decoded", () => {
    expect(ownRoute(at("/my/auth/%ff"), site)).toBeUndefined();
    expect(ownRoute(at("/my/auth/callback/%ff"), site)).toBe("endpoint");
  });
});

describe("a page of the application", () => {
  it.each([
    [{}, undefined],
    [{ signIn: "" }, undefined],
    [{ signIn: "/hello" }, "https://app.test/hello"],
    [{ signIn: "https://else.test/hello" }, "https://else.test/hello"],
    // An address of the library that would lead back here, or is no page.
    [{ signIn: "/my/auth/signin" }, undefined],
    [{ signIn: "/my/auth/session" }, undefined],
    [{ signIn: "/my/auth/password" }, undefined],
    // One page of the library in place of another, which is where it always is.
    [{ signIn: "/my/auth/error" }, "https://app.test/my/auth/error"],
    [{ signIn: "/my/auth/error", error: "/oops" }, "https://app.test/my/auth/error"],
    [{ signIn: "/my/auth/error", error: "/my/auth/signin" }, undefined],
    [{ signIn: "/my/auth/error", error: "/my/auth/verify-request" }, undefined],
  ])("%j: %s", (pages, expected) => {
    expect(ownPage(site, pages, "signIn")).toBe(expected);
  });

  it("may be a plugin's for new users, and takes the place of nothing else", () => {
    const withPlugin = { ...site, routes: new Map([["account", "page"]] as const) };
    const address = "/my/auth/account";
    const pages = { newUser: address, signIn: address, account: address };
    expect(ownPage(withPlugin, pages, "newUser")).toBe(`https://app.test${address}`);
    expect(ownPage(withPlugin, pages, "signIn")).toBeUndefined();
    expect(ownPage(withPlugin, pages, "account")).toBeUndefined();
  });
});
