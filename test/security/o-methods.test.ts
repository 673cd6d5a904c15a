import { Auth } from "latchkey";
import { describe, expect, it } from "vitest";
import { cookieNamesOf } from "../support/client.js";
import { adasForm, gracesForm, strategies, world } from "../support/config.js";

const routes = ["session", "csrf", "providers", "signin", "signout", "error", "verify-request"];

describe.each(strategies)("O. methods and caching, strategy %s", (strategy) => {
  const send = (method: string, route: string, headers: Record<string, string> = {}) =>
    Auth(
      new Request(`https://app.test/auth/${route}`, { method, headers }),
      world(strategy).config,
    );

  it.each(routes)("O01 HEAD %s has the headers of GET and no body", async (route) => {
    const [head, get] = [await send("HEAD", route), await send("GET", route)];
    const headersOf = ({ headers }: Response) =>
      [...headers].filter(([name]) => name !== "set-cookie" && name !== "content-security-policy");
    expect([head.status, await head.text()]).toEqual([get.status, ""]);
    expect(headersOf(head)).toEqual(headersOf(get));
    expect(cookieNamesOf(head)).toEqual(cookieNamesOf(get));
  });

  it("O01 HEAD on a callback is a 405: nothing is consumed", async () => {
    const response = await send("HEAD", "callback/credentials");
    expect([response.status, cookieNamesOf(response)]).toEqual([405, []]);
  });

  it("O02 OPTIONS grants nothing to other origins, nor does anything else", async () => {
    const headers = { origin: "https://evil.test", "access-control-request-method": "POST" };
    for (const route of [...routes, "callback/credentials", "signin/credentials"]) {
      const responses = [await send("OPTIONS", route, headers), await send("GET", route, headers)];
      for (const response of responses) {
        expect([...response.headers.keys()].join()).not.toContain("access-control");
      }
      expect(responses[0]?.status).toBe(204);
    }
  });

  it.each(["PUT", "PATCH", "DELETE", "PROPFIND", "get"])(
    "O03 %s is a 405 with Allow",
    async (method) => {
      for (const route of [...routes, "callback/credentials"]) {
        const response = await send(method, route);
        if (method === "get") expect(response.status).not.toBe(500);
        else {
          expect(response.status).toBe(405);
          expect(response.headers.get("allow")).toContain("OPTIONS");
        }
      }
    },
  );

  it("O04 O07 whatever sets a cookie or tells of a user or a token may not be kept by a cache", async () => {
    const ours = world(strategy).browser();
    const responses = [
      await ours.get("csrf"),
      await ours.get("signin?callbackUrl=/x"),
      await ours.signIn(adasForm),
      await ours.get("session"),
      await ours.update({}),
      await ours.get("signout"),
      await ours.signOut(),
      await ours.get("session"),
      await ours.signIn({ username: "nobody" }),
      await ours.post("signout"),
    ];
    for (const response of responses) {
      expect(response.headers.get("cache-control")).toMatch(/private.*no-store/);
      expect(response.headers.get("vary")).toContain("Cookie");
    }
  });

  it("O04 what is the same for everybody on one host says nothing of who asks", async () => {
    const ours = world(strategy).browser();
    await ours.signIn(adasForm);
    const response = await ours.get("providers");
    expect(cookieNamesOf(response)).toEqual([]);
    const anonymous = await world(strategy).browser().get("providers");
    expect(await response.text()).toBe(await anonymous.text());
  });

  it("O05 a prefetch of a page or a callback signs nobody in or out", async () => {
    const ours = world(strategy).browser();
    await ours.signIn(adasForm);
    for (const headers of [
      { purpose: "prefetch" },
      { "sec-purpose": "prefetch" },
      { "next-router-prefetch": "1" },
    ]) {
      for (const route of ["signout", "callback/credentials", "signin"]) {
        await ours.get(route, { headers });
      }
    }
    expect(await ours.session()).toMatchObject({ user: { name: "Ada" } });
  });

  it("O06 a shared cache that keeps all it may never answers one user with another's session", async () => {
    const kept = new Map<string, Response>();
    const { browser } = world(strategy);
    const through = async (ours: ReturnType<typeof browser>): Promise<unknown> => {
      const hit = kept.get("session");
      if (hit) return hit.clone().json();
      const response = await ours.get("session");
      const control = response.headers.get("cache-control") ?? "";
      if (!/no-store|private/.test(control)) kept.set("session", response.clone());
      return response.json();
    };
    const [first, second] = [browser(), browser()];
    await first.signIn(adasForm);
    await second.signIn(gracesForm);
    expect(await through(first)).toMatchObject({ user: { name: "Ada" } });
    expect(await through(second)).toMatchObject({ user: { name: "Grace" } });
    expect(await through(browser())).toBeNull();
    expect(kept.size).toBe(0);
  });
});
