import { Hono } from "hono";
import type { Adapter } from "latchkey/adapters";
import { HonoAuth, requireUser, verifyAuth, type AuthEnv } from "latchkey/hono";
import { FullstackAuth } from "latchkey/next";
import { describe, expect, it } from "vitest";
import { location } from "../support/client.js";
import { useClock } from "../support/clock.js";
import { strategies } from "../support/config.js";
import { arrive, guestWorld, sessionOf, type GuestWorld } from "../support/guest-world.js";
import { nextRequest, origin } from "../support/next/requests.js";
import { codeOf, turnOn } from "../support/second-step-world.js";

useClock();
const program = { headers: { "x-auth-return-redirect": "1", accept: "application/json" } };

/** What was audited about guests. */
const guestActs = ({ events }: GuestWorld) => events.filter((type) => type.startsWith("guest."));

/** Comes back from Google. */
const back = async (browser: ReturnType<GuestWorld["browser"]>, url: string) =>
  location(await browser.send(new Request(url)));

/** Somebody who has an account already, by its user's id. */
async function withAccount(shop: GuestWorld, sub = "ada"): Promise<string> {
  await shop.signIn(shop.browser(), sub);
  const found = [...shop.store.users.values()].find(({ name }) => name === sub);
  return found?.id ?? "";
}

describe.each(strategies)("GG. guests, strategy %s", (strategy) => {
  it("GG01 are nobody to every route of the library", async () => {
    const shop = guestWorld(strategy);
    const { browser, id } = await arrive(shop);
    for (const route of ["account", "second-step/set-up", "api-keys", "change-email"]) {
      const answer = await browser.get(route);
      expect([route, location(answer) || answer.status]).toEqual([
        route,
        expect.stringMatching(/error=(?:SessionRequired|FreshSignInRequired)|401/) || 401,
      ]);
    }
    await browser.submit("change-email", { email: "mine@example.com" });
    await browser.submit("api-keys", { name: "mine", scopes: "posts:read" });
    await browser.submit("account/delete");
    expect(await shop.userOf(id)).toMatchObject({ id, email: null });
    expect(() => shop.mail.newest()).toThrow();
    const rows = [...shop.store.records].filter(([, table]) => size(table) > 0);
    expect(rows.map(([name]) => name)).toEqual([JSON.stringify(["guest", id])]);
  });

  it("GG02 can't be given a passkey: a ceremony in their browser is for a new user", async () => {
    const shop = guestWorld(strategy);
    const { browser, id } = await arrive(shop);
    const query = "webauthn-options/passkey?action=register&email=eve@example.com";
    const text = await (await browser.get(query)).text();
    expect(text).toContain('"action":"register"');
    expect(text).not.toContain(Buffer.from(id).toString("base64url"));
    const none = await browser.get("webauthn-options/passkey?action=register");
    expect(none.status).toBe(400);
  });

  it("GG03 never pass a guard, nor for a recent sign-in, unless it lets guests in", async () => {
    const shop = guestWorld(strategy);
    const app = new Hono<AuthEnv>();
    app.use(HonoAuth({ ...shop.config, basePath: "/auth" }));
    app.get("/closed", requireUser(), (c) => c.text("inside"));
    app.get("/verified", verifyAuth(), (c) => c.text("inside"));
    app.get("/open", requireUser({ guests: true }), (c) => c.json(c.var.session.guest ?? false));
    app.get("/fresh", async (c) => c.json(await c.var.auth.requireFresh()));
    const { browser } = await arrive(shop);
    const cookie = browser.cookieHeader("/");
    const get = (path: string) => app.request(`https://app.test${path}`, { headers: { cookie } });
    expect((await get("/closed")).status).toBe(401);
    expect((await get("/verified")).status).toBe(401);
    expect(await (await get("/open")).json()).toBe(true);
    expect(await (await get("/fresh")).json()).toMatchObject({ ok: false });
    await shop.signIn(browser, "ada");
    const ada = { headers: { cookie: browser.cookieHeader("/") } };
    expect((await app.request("https://app.test/closed", ada)).status).toBe(200);
    expect(await (await app.request("https://app.test/open", ada)).json()).toBe(false);
  });

  it("GG04 are nobody to a proxy and a wrapped handler of Next.js, unless `authorized` lets them in", async () => {
    const shop = guestWorld(strategy);
    const seen: unknown[] = [];
    const { auth } = FullstackAuth({
      ...shop.config,
      useSecureCookies: true,
      callbacks: {
        authorized: ({ auth: session, guest, request }) => {
          seen.push([session, guest?.guest]);
          return session !== null || (guest !== null && request.nextUrl.pathname === "/open");
        },
      },
    });
    const { browser } = await arrive(shop);
    const headers = { cookie: browser.cookieHeader("/") };
    const see = (path: string) =>
      auth((request) => Response.json(request.auth))(nextRequest(path, { headers }), {
        params: Promise.resolve({}),
      });
    const answer = await see("/closed");
    expect(seen).toEqual([[null, true]]);
    expect(answer.headers.get("location")).toContain(`${origin}/api/auth/signin`);
    expect(await (await see("/open")).json()).toBeNull();
  });

  it("GG05 are made by this site's form alone", async () => {
    const shop = guestWorld(strategy);
    const browser = shop.browser();
    const csrfToken = await browser.csrfToken();
    await browser.post("callback/guest");
    await browser.post("callback/guest", { csrfToken }, { from: "https://evil.test" });
    expect((await browser.get("callback/guest")).status).toBe(405);
    expect(shop.store.users.size).toBe(0);
    await browser.post("callback/guest", { csrfToken });
    expect(shop.store.users.size).toBe(1);
  });

  it("GG06 only as many as a client may make; a script is told so", async () => {
    const clientIp = (request: Request) => request.headers.get("x-test-ip") ?? undefined;
    const shop = guestWorld(strategy, { guest: { perClient: 3 }, overrides: { clientIp } });
    const from = (ip: string) => ({ headers: { ...program.headers, "x-test-ip": ip } });
    for (let count = 0; count < 3; count += 1) {
      await shop.browser().submit("callback/guest", {}, from("203.0.113.1"));
    }
    const refused = await shop.browser().submit("callback/guest", {}, from("203.0.113.1"));
    expect(await refused.text()).toContain("RateLimited");
    expect(shop.store.users.size).toBe(3);
    await shop.browser().submit("callback/guest", {}, from("203.0.113.2"));
    expect(shop.store.users.size).toBe(4);
    expect(shop.events.filter((type) => type === "limit.hit")).toHaveLength(1);
  });

  it("GG07 none where the application refuses", async () => {
    const seen: unknown[] = [];
    const signIn = ({ account }: { account?: { provider: string } | null }) => {
      seen.push(account?.provider);
      return account?.provider !== "guest";
    };
    const shop = guestWorld(strategy, { overrides: { callbacks: { signIn } } });
    expect(location(await shop.browser().submit("callback/guest"))).toContain("AccessDenied");
    expect([shop.store.users.size, seen]).toEqual([0, ["guest"]]);
  });

  it("GG08 a copy of a guest's cookies is worth nothing once they signed up", async () => {
    const shop = guestWorld(strategy);
    const { browser, id } = await arrive(shop);
    const copy = browser.copy();
    await shop.signIn(browser, "ada");
    expect(await copy.session()).toBeNull();
    expect(await sessionOf(shop, browser)).toMatchObject({ user: { id } });
    await shop.signIn(copy, "eve");
    expect(await sessionOf(shop, copy)).toMatchObject({ user: { name: "eve" } });
    expect(await shop.userOf(id)).toMatchObject({ name: "ada" });
    expect(shop.moved).toEqual([]);
  });

  it("GG09 nor once they signed in to an account", async () => {
    const shop = guestWorld(strategy);
    const userId = await withAccount(shop);
    const { browser, id } = await arrive(shop);
    const copy = browser.copy();
    await shop.signIn(browser, "ada");
    expect(await copy.session()).toBeNull();
    await shop.signIn(copy, "eve");
    await shop.signIn(copy, "ada");
    expect(shop.moved).toEqual([{ guestId: id, userId }]);
  });

  it("GG10 nor once they signed out, whoever has their id then", async () => {
    const shop = guestWorld(strategy);
    const { browser, id } = await arrive(shop);
    const copy = browser.copy();
    await browser.signOut();
    await shop.adapter.createUser?.({
      ...{ id, email: "ada@example.com", name: "Ada", emailVerified: null },
    });
    expect(await copy.session()).toBeNull();
  });

  it("GG11 of two tabs that sign up at once, one keeps the id", async () => {
    const shop = guestWorld(strategy);
    const { browser, id } = await arrive(shop);
    const tab = browser.copy();
    const [ada, eve] = [await shop.atGoogle(browser, "ada"), await shop.atGoogle(tab, "eve")];
    await Promise.all([back(browser, ada), back(tab, eve)]);
    const users = [await sessionOf(shop, browser), await sessionOf(shop, tab)];
    const ids = users.map((session) => session?.user?.id);
    expect(users.map((session) => session?.user?.name)).toEqual(["ada", "eve"]);
    expect(ids.filter((one) => one === id)).toHaveLength(1);
    expect(new Set(ids).size).toBe(2);
    expect([...shop.store.users.keys()].sort()).toEqual(ids.sort());
    expect(shop.moved).toEqual([]);
    expect(guestActs(shop)).toEqual(["guest.began", "guest.signed-up"]);
  });

  it("GG12 of two tabs that sign in to an account at once, one moves the data", async () => {
    const shop = guestWorld(strategy);
    const userId = await withAccount(shop);
    const { browser, id } = await arrive(shop);
    const tab = browser.copy();
    const [one, other] = [await shop.atGoogle(browser, "ada"), await shop.atGoogle(tab, "ada")];
    await Promise.all([back(browser, one), back(tab, other)]);
    expect(shop.moved).toEqual([{ guestId: id, userId }]);
    expect([...shop.store.users.keys()]).toEqual([userId]);
    expect(guestActs(shop)).toEqual(["guest.began", "guest.moved"]);
  });

  it("GG13 a callback that is sent again changes nothing", async () => {
    const shop = guestWorld(strategy);
    const userId = await withAccount(shop);
    const { browser, id } = await arrive(shop);
    const before = browser.copy();
    const url = await shop.atGoogle(browser, "ada");
    await back(browser, url);
    expect(await back(browser, url)).toContain("error");
    await back(before, url);
    expect(shop.moved).toEqual([{ guestId: id, userId }]);
  });

  it("GG14 moving that fails keeps nobody out, and is tried again at the next sign-in", async () => {
    const moved: string[] = [];
    let works = false;
    const move = ({ guestId }: { guestId: string }) => {
      if (!works) throw new Error("no carts today");
      moved.push(guestId);
    };
    const shop = guestWorld(strategy, { guest: { move } });
    const userId = await withAccount(shop);
    const { browser, id } = await arrive(shop);
    await shop.signIn(browser, "ada");
    expect(await sessionOf(shop, browser)).toMatchObject({ user: { id: userId } });
    expect(shop.log.codes("error")).toEqual(["AuthError"]);
    expect(await shop.userOf(id)).not.toBeNull();
    expect(guestActs(shop)).toEqual(["guest.began"]);
    works = true;
    await shop.signIn(browser, "ada");
    expect([moved, await shop.userOf(id)]).toEqual([[id], null]);
    expect(guestActs(shop)).toEqual(["guest.began", "guest.moved"]);
  });

  it("GG15 with two factors, nothing moves before both are proven", async () => {
    const shop = guestWorld(strategy);
    const owner = shop.browser();
    await shop.signIn(owner, "ada");
    const { secret } = await turnOn(owner);
    const { browser, id } = await arrive(shop);
    await shop.signIn(browser, "ada");
    expect([shop.moved, await browser.session()]).toEqual([
      [],
      expect.objectContaining({ guest: true }),
    ]);
    const later = Date.now() + 30_000;
    await browser.submit("second-step", { code: codeOf(secret, later) });
    expect(shop.moved).toMatchObject([{ guestId: id }]);
  });

  it.each(["with", "without"])(
    "GG16 a failed sign-up changes no guest, %s transactions",
    async (how) => {
      let fails = true;
      const failing = (inner: Adapter): Adapter => ({
        ...inner,
        linkAccount: (account) => {
          if (fails) throw new Error("no accounts today");
          return inner.linkAccount?.(account);
        },
      });
      const shop = guestWorld(strategy, {
        change: ({ transaction, ...adapter }) =>
          how === "without"
            ? failing(adapter)
            : { ...adapter, transaction: (work) => transaction((inner) => work(failing(inner))) },
      });
      const { browser, id } = await arrive(shop);
      await shop.signIn(browser, "ada");
      expect(await sessionOf(shop, browser)).toMatchObject({ guest: true, user: { id } });
      expect(await shop.userOf(id)).toMatchObject({ name: null, email: null });
      expect(guestActs(shop)).toEqual(["guest.began"]);
      fails = false;
      await shop.signIn(browser, "ada");
      expect(guestActs(shop)).toEqual(["guest.began", "guest.signed-up"]);
      expect(await sessionOf(shop, browser)).toMatchObject({ user: { id, name: "ada" } });
      expect(shop.store.users.size).toBe(1);
    },
  );

  it("GG17 what isn't our cookie is nobody: garbage, huge, of another secret", async () => {
    const shop = guestWorld(strategy);
    const { browser } = await arrive(shop);
    const elsewhere = guestWorld(strategy, {
      overrides: { secret: "another secret, long enough" },
    });
    const { browser: foreign } = await arrive(elsewhere);
    const values = [
      "x",
      "a".repeat(5000),
      foreign.cookie("__Host-latchkey.guest") ?? "",
      (browser.cookie("__Host-latchkey.guest") ?? "").slice(0, -2),
    ];
    expect(values[2]).not.toBe("");
    for (const value of values) {
      const visitor = shop.browser();
      visitor.plant("__Host-latchkey.guest", value);
      expect(await visitor.session()).toBeNull();
      await shop.signIn(visitor, "ada");
    }
    expect(shop.moved).toEqual([]);
  });

  it("GG18 while the store is down, a guest is neither shown nor forgotten", async () => {
    let isDown = false;
    const shop = guestWorld(strategy, {
      change: (adapter) => ({
        ...adapter,
        getUser: (id) => {
          if (isDown) throw new Error("no users today");
          return adapter.getUser(id);
        },
      }),
    });
    const { browser } = await arrive(shop);
    isDown = true;
    expect((await browser.get("session")).status).toBe(503);
    isDown = false;
    expect(await browser.session()).toMatchObject({ guest: true });
  });
});

function size(table: unknown): number {
  return table instanceof Map ? table.size : 1;
}
