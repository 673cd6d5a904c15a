import { describe, expect, it } from "vitest";
import { location } from "../support/client.js";
import { adasForm, strategies, world } from "../support/config.js";

const base = "https://app.test";

describe.each(strategies)("Y. targets of redirects, strategy %s", (strategy) => {
  it("Y01 the redirect callback is asked for the default target too, at sign-in and at sign-out", async () => {
    const asked: unknown[] = [];
    const ours = world(strategy, {
      callbacks: {
        redirect(params) {
          asked.push(params);
          return params.url === params.baseUrl ? "/welcome" : params.url;
        },
      },
    }).browser();
    expect(location(await ours.signIn(adasForm))).toBe(`${base}/welcome`);
    expect(location(await ours.signOut())).toBe(`${base}/welcome`);
    expect(asked).toEqual(Array(2).fill({ url: base, baseUrl: base }));
    expect(location(await ours.signIn({ ...adasForm, callbackUrl: "/a\u0001b" }))).toBe(
      `${base}/welcome`,
    );
  });

  it.each([
    "//evil.test",
    "///evil.test",
    "/\\evil.test",
    "evil.test",
    "https:evil.test",
    "https:///evil.test",
    "javascript:alert(1)",
    "app:opened",
    "mailto:a@b.test",
    "",
    " /x",
    "/a\nb",
    undefined,
    null,
    7,
    {},
  ])("Y02 %j from the redirect callback is passed over for the site itself", async (judged) => {
    // @ts-expect-error what JavaScript may give is not always a text
    const ours = world(strategy, { callbacks: { redirect: () => judged } }).browser();
    expect(location(await ours.signIn({ ...adasForm, callbackUrl: "/x" }))).toBe(base);
    expect(await ours.session()).not.toBeNull();
  });

  it.each([
    () => {
      throw new Error("no route today");
    },
    () => Promise.reject(new Error("no route today")),
  ])(
    "Y03 a redirect callback that fails counts as the default one, and is logged",
    async (fail) => {
      const { browser, log } = world(strategy, { callbacks: { redirect: fail } });
      const ours = browser();
      expect(location(await ours.signIn({ ...adasForm, callbackUrl: "/x" }))).toBe(`${base}/x`);
      expect(location(await ours.signOut({ callbackUrl: "https://evil.test/" }))).toBe(base);
      expect(log.errors("AuthError").map(({ cause }) => cause)).toEqual(
        Array(2).fill({ err: new Error("no route today") }),
      );
    },
  );

  it.each([
    "/AUTH/signout",
    "/auth/SignOut",
    "/auth//signout",
    "/auth/%73ignout",
    "/%61uth/session",
    "/auth/signout/",
    "https://APP.test/Auth/Callback/x?code=1",
  ])("Y04 the library's own endpoint is recognised in %s", async (callbackUrl) => {
    const ours = world(strategy).browser();
    expect(location(await ours.signIn({ ...adasForm, callbackUrl }))).toBe(base);
  });

  it("Y04 pages whose addresses only look alike are targets", async () => {
    const ours = world(strategy).browser();
    for (const path of ["/authors/session", "/auth-help", "/my/auth/session", "/auth/signin"]) {
      const response = await ours.signIn({ ...adasForm, callbackUrl: path });
      expect(location(response)).toBe(base + path);
    }
  });

  it("Y05 after a form the browser goes on by 303, so that no password is sent again; else by 302", async () => {
    const ours = world(strategy, { pages: { signIn: "/login" } }).browser();
    expect((await ours.signIn({ username: "ada", password: "wrong" })).status).toBe(303);
    expect((await ours.signIn(adasForm)).status).toBe(303);
    expect((await ours.signOut()).status).toBe(303);
    expect((await ours.get("signin")).status).toBe(302);
  });
});
