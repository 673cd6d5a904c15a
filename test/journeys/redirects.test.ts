import { describe, expect, it } from "vitest";
import { cookieNamesOf, location } from "../support/client.js";
import { adasForm, strategies, world } from "../support/config.js";

describe.each(strategies)("where a redirect goes, strategy %s", (strategy) => {
  it("[CBK-6] asks the redirect callback at sign-in and at sign-out", async () => {
    const asked: unknown[] = [];
    const { browser } = world(strategy, {
      callbacks: {
        redirect(params) {
          asked.push(params);
          return `${params.baseUrl}/judged`;
        },
      },
    });
    const ours = browser();
    expect(location(await ours.signIn({ ...adasForm, callbackUrl: "/a" }))).toBe(
      "https://app.test/judged",
    );
    expect(location(await ours.signOut({ callbackUrl: "https://b.test" }))).toBe(
      "https://app.test/judged",
    );
    expect(asked).toEqual([
      { url: "/a", baseUrl: "https://app.test" },
      { url: "https://b.test", baseUrl: "https://app.test" },
    ]);
  });

  it("[CBK-6] goes only to the same host by default", async () => {
    const ours = world(strategy).browser();
    for (const [target, expected] of [
      ["/inbox", "https://app.test/inbox"],
      ["https://app.test/inbox?a=1#b", "https://app.test/inbox?a=1#b"],
      ["https://evil.test/", "https://app.test"],
      ["//evil.test/", "https://app.test"],
    ] as const) {
      const response = await ours.signIn({ ...adasForm, callbackUrl: target });
      expect(location(response)).toBe(expected);
    }
  });

  it("[CBK-6] goes to another host where the application's callback says so", async () => {
    const { browser } = world(strategy, { callbacks: { redirect: ({ url }) => url } });
    const response = await browser().signIn({ ...adasForm, callbackUrl: "https://other.test/x" });
    expect(location(response)).toBe("https://other.test/x");
  });

  it("decision 19: a bad callbackUrl in body, query or cookie is passed over, never a fault", async () => {
    for (const bad of ["not a url", "javascript:alert(1)", "http://app.test/", "%", "\u0000"]) {
      const { browser } = world(strategy);
      const [inBody, inQuery, inCookie] = [browser(), browser(), browser()];
      const query = `callback/credentials?callbackUrl=${encodeURIComponent(bad)}`;
      inCookie.plant("__Host-latchkey.callback-url", bad);
      const responses = [
        await inBody.signIn({ ...adasForm, callbackUrl: bad }),
        await inQuery.submit(query, adasForm),
        await inCookie.signIn(adasForm),
      ];
      expect(responses.map(location)).toEqual(Array(3).fill("https://app.test"));
      const page = await browser().get(`signin?callbackUrl=${encodeURIComponent(bad)}`);
      expect(page.status).toBe(200);
      expect(cookieNamesOf(page)).not.toContain("__Host-latchkey.callback-url");
    }
  });

  it("the body's callbackUrl counts before the query's, and that before the cookie's", async () => {
    const ours = world(strategy).browser();
    await ours.get("signin?callbackUrl=/cookie");
    const route = "callback/credentials?callbackUrl=/query";
    const first = await ours.submit(route, { ...adasForm, callbackUrl: "/body" });
    expect(location(first)).toBe("https://app.test/body");
    await ours.get("signin?callbackUrl=/cookie");
    expect(location(await ours.submit(route, adasForm))).toBe("https://app.test/query");
  });
});
