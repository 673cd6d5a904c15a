import { encode } from "latchkey/jwt";
import { manage } from "latchkey/manage";
import { sessionRegistry } from "latchkey/plugins/session-registry";
import { memoryState } from "latchkey/state/memory";
import type { SharedState } from "latchkey/types";
import { describe, expect, it, vi } from "vitest";
import { day, hour, minute, useClock } from "../support/clock.js";
import {
  ada,
  adasForm,
  grace,
  gracesForm,
  secret,
  strategies,
  world,
  type TestConfig,
} from "../support/config.js";

const clock = useClock();
const name = "__Secure-authjs.session-token";
const firefox = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0";
const safari = "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Safari/604.1";
const here = { user: { name: "Ada" } };

function managed(strategy: (typeof strategies)[number], overrides: Partial<TestConfig> = {}) {
  const all = world(strategy, {
    session: { strategy },
    plugins: [sessionRegistry()],
    clientIp: (request) => request.headers.get("x-real-ip"),
    sharedState: memoryState(),
    ...overrides,
  });
  const { sessions } = manage(all.config);
  const device = async (userAgent: string, form = adasForm) => {
    const browser = all.browser();
    const headers = { "user-agent": userAgent, "x-real-ip": "203.0.113.7" };
    await browser.signIn(form, { headers });
    return browser;
  };
  const requestOf = (browser: ReturnType<typeof all.browser>) =>
    new Request("https://app.test/", { headers: { cookie: browser.cookieHeader() } });
  return { ...all, sessions, device, requestOf };
}

describe.each(strategies)("sessions that can be seen and ended, strategy %s", (strategy) => {
  it("devices are listed with what is known of them, the current one marked, the last seen first", async () => {
    const { sessions, device, requestOf } = managed(strategy);
    const first = await device(firefox);
    clock.pass(hour);
    await device(safari);
    await device(safari, gracesForm);
    const listed = await sessions.list(ada.id, { request: requestOf(first) });
    expect(listed).toEqual([
      expect.objectContaining({ userAgent: safari, current: false }),
      {
        id: listed[1]?.id,
        provider: "credentials",
        method: "credentials",
        signedInAt: new Date(clock.now() - hour * 1000),
        lastSeenAt: new Date(clock.now() - hour * 1000),
        expires: new Date(clock.now() - hour * 1000 + 30 * day * 1000),
        userAgent: firefox,
        ip: "203.0.113.7",
        current: true,
      },
    ]);
    expect(listed[1]?.id).toMatch(/^[\w-]{22}$/);
    const tokens = [first.sessionToken()];
    for (const { id } of listed) expect(tokens).not.toContain(id);
    expect(await sessions.list(grace.id)).toHaveLength(1);
    expect(await sessions.list("nobody")).toEqual([]);
  });

  it("last seen follows the renewals, and the list forgets what has expired", async () => {
    const { sessions, device } = managed(strategy);
    const browser = await device(firefox);
    clock.pass(2 * day);
    expect(await browser.session()).toMatchObject(here);
    const [seen] = await sessions.list(ada.id);
    expect(seen).toMatchObject({
      signedInAt: new Date(clock.now() - 2 * day * 1000),
      lastSeenAt: new Date(clock.now()),
      userAgent: firefox,
      ip: "203.0.113.7",
    });
    clock.pass(31 * day);
    expect(await sessions.list(ada.id)).toEqual([]);
  });

  it("a session that is ended is refused, the others go on", async () => {
    const { sessions, device, requestOf } = managed(strategy);
    const [lost, kept] = [await device(firefox), await device(safari)];
    const current = await sessions.current(requestOf(lost));
    expect(current?.userId).toBe(ada.id);
    expect(await sessions.end(current?.id ?? "")).toBe(true);
    expect(await lost.session()).toBeNull();
    expect(lost.sessionCookies()).toEqual([]);
    expect(await kept.session()).toMatchObject(here);
    expect(await sessions.list(ada.id)).toHaveLength(1);
    expect(await sessions.end(current?.id ?? "")).toBe(false);
    await lost.signIn(adasForm);
    expect(await lost.session()).toMatchObject(here);
  });

  it("of somebody else it is not ended when the user is told", async () => {
    const { sessions, device } = managed(strategy);
    const browser = await device(firefox);
    const [{ id } = { id: "" }] = await sessions.list(ada.id);
    expect(await sessions.end(id, { userId: grace.id })).toBe(false);
    expect(await browser.session()).toMatchObject(here);
    expect(await sessions.end(id, { userId: ada.id })).toBe(true);
    expect(await browser.session()).toBeNull();
  });

  it("all are ended, or all but one; of nobody else", async () => {
    const { sessions, device, requestOf } = managed(strategy);
    const [one, two, three] = [await device(firefox), await device(safari), await device(safari)];
    const others = await device(safari, gracesForm);
    await sessions.endAll(ada.id, { except: requestOf(two) });
    expect([await one.session(), await three.session()]).toEqual([null, null]);
    expect(await two.session()).toMatchObject(here);
    expect(await sessions.list(ada.id, { request: requestOf(two) })).toEqual([
      expect.objectContaining({ current: true }),
    ]);
    const later = await device(firefox);
    expect(await later.session()).toMatchObject(here);
    await sessions.endAll(ada.id);
    expect([await two.session(), await later.session()]).toEqual([null, null]);
    expect(await sessions.list(ada.id)).toEqual([]);
    expect(await others.session()).toMatchObject({ user: { name: "Grace" } });
    expect(await (await device(safari)).session()).toMatchObject(here);
  });

  it("signing out, and signing in anew, take the session off the list and refuse copies of it", async () => {
    const { sessions, device } = managed(strategy);
    const browser = await device(firefox);
    const copied = browser.copy();
    await browser.signIn(adasForm);
    expect(await sessions.list(ada.id)).toHaveLength(1);
    expect(await copied.session()).toBeNull();
    const again = browser.copy();
    await browser.signOut();
    expect(await sessions.list(ada.id)).toEqual([]);
    expect(await again.session()).toBeNull();
  });

  it("turning it on signs nobody out, and what began before is listed from its next renewal and ended with all", async () => {
    const before = world(strategy, { session: { strategy } });
    const old = before.browser();
    await old.signIn(adasForm);
    const { adapter } = before.config;
    const { config, sessions } = managed(strategy, adapter ? { adapter } : {});
    const { browser } = world(strategy, config);
    const ours = browser();
    ours.plant(name, old.sessionToken() ?? "");
    const idle = browser();
    idle.plant(name, old.sessionToken() ?? "");
    expect(await ours.session()).toMatchObject(here);
    clock.pass(2 * day);
    expect(await ours.session()).toMatchObject(here);
    expect(await sessions.list(ada.id)).toHaveLength(1);
    await sessions.endAll(ada.id);
    expect([await ours.session(), await idle.session()]).toEqual([null, null]);
  });

  it("more devices than are listed: the newest are, and all are ended", async () => {
    const { sessions, device } = managed(strategy);
    const first = await device("the first");
    for (let index = 0; index < 64; index += 1) {
      clock.pass(1);
      await device(`device ${index}`);
    }
    const listed = await sessions.list(ada.id);
    expect(listed).toHaveLength(64);
    expect(listed.map(({ userAgent }) => userAgent)).not.toContain("the first");
    await sessions.endAll(ada.id);
    expect(await first.session()).toBeNull();
  });

  it("a state that does not answer: 503, the cookie kept, and it is told in code as unavailable", async () => {
    const state = memoryState();
    let down = false;
    const failing: SharedState = new Proxy(state, {
      get: (target, key) => {
        if (down) throw new Error("down");
        const member: unknown = Reflect.get(target, key);
        return member;
      },
    });
    const { sessions, device, requestOf } = managed(strategy, {
      sharedState: failing,
      plugins: [sessionRegistry({ within: 0 })],
    });
    const browser = await device(firefox);
    down = true;
    const response = await browser.get("session");
    expect([response.status, response.headers.getSetCookie()]).toEqual([503, []]);
    await expect(sessions.list(ada.id)).rejects.toMatchObject({ type: "SessionUnavailable" });
    await expect(sessions.current(requestOf(browser))).rejects.toMatchObject({ status: 503 });
    down = false;
    expect(await browser.session()).toMatchObject(here);
  });

  it("the id stays over renewals and updates, and after a rotation of the secret what was ended stays so", async () => {
    const { config, sessions, device, requestOf } = managed(strategy);
    const [ours, lost] = [await device(firefox), await device(safari)];
    const id = (await sessions.current(requestOf(ours)))?.id;
    clock.pass(2 * day);
    await ours.session();
    await ours.update({ name: "Countess" });
    expect((await sessions.current(requestOf(ours)))?.id).toBe(id);
    const lostId = (await sessions.current(requestOf(lost)))?.id ?? "";
    await sessions.end(lostId);
    const rotated = { ...config, secret: ["a newer secret, which is also long enough", secret] };
    const after = world(strategy, rotated);
    const [mine, theirs] = [after.browser(), after.browser()];
    mine.plant(name, ours.sessionToken() ?? "");
    theirs.plant(name, lost.sessionToken() ?? "");
    expect(await mine.session()).toMatchObject(here);
    expect(await theirs.session()).toBeNull();
    expect(await manage(rotated).sessions.list(ada.id)).toHaveLength(1);
    await manage(rotated).sessions.endAll(ada.id);
    expect(await mine.session()).toBeNull();
  });
});

describe("jwt sessions that can be ended", () => {
  it("claims are the library's: a callback that drops or changes them changes nothing", async () => {
    const seen: unknown[] = [];
    const { sessions, device, requestOf } = managed("jwt", {
      callbacks: {
        jwt: ({ token }) => {
          seen.push(token["latchkey"]);
          return { sub: token.sub ?? "", latchkey: { sid: "x".repeat(22), authTime: 0 } };
        },
      },
    });
    const browser = await device(firefox);
    clock.pass(2 * day);
    expect(await browser.session()).toMatchObject({});
    const [{ id } = { id: "" }] = await sessions.list(ada.id);
    expect(seen[0]).toMatchObject({ sid: id, provider: "credentials" });
    expect((await sessions.current(requestOf(browser)))?.id).toBe(id);
    await sessions.end(id);
    expect(await browser.session()).toBeNull();
  });

  it("the marks are asked at most once per bound and session", async () => {
    const state = memoryState();
    const get = vi.spyOn(state, "get");
    const { browser } = world("jwt", {
      sharedState: state,
      plugins: [sessionRegistry({ within: 30, list: false })],
    });
    const ours = browser();
    await ours.signIn(adasForm);
    get.mockClear();
    for (let index = 0; index < 10; index += 1) await ours.session();
    expect(get).toHaveBeenCalledTimes(1);
    clock.pass(29);
    await ours.session();
    expect(get).toHaveBeenCalledTimes(1);
    clock.pass(2);
    await ours.session();
    expect(get).toHaveBeenCalledTimes(2);
  });

  it("without any of it, tokens and rows are as they were", async () => {
    const { browser, store } = world("database");
    const ours = browser();
    await ours.signIn(adasForm);
    expect([...store.sessions.keys()].join("")).toMatch(/^[\da-f-]{36}$/);
  });

  it("a cookie of another library gets an id at the first read that can set one", async () => {
    const { sessions, requestOf, browser } = managed("jwt");
    const ours = browser();
    const token = { name: "Ada", sub: ada.id };
    ours.plant(name, await encode({ token, secret, salt: name }));
    const before = ours.sessionToken();
    expect(await ours.session()).toMatchObject(here);
    expect(ours.sessionToken()).not.toBe(before);
    const id = (await sessions.current(requestOf(ours)))?.id;
    clock.pass(minute);
    await ours.session();
    expect((await sessions.current(requestOf(ours)))?.id).toBe(id);
    const idle = browser();
    idle.plant(name, before ?? "");
    await sessions.endAll(ada.id);
    expect([await ours.session(), await idle.session()]).toEqual([null, null]);
  });

  it("ends those that began with one session at a provider", async () => {
    const { sessions, browser } = managed("jwt");
    await sessions.endAtProvider("idp", "a session");
    const ours = browser();
    await ours.signIn(adasForm);
    expect(await ours.session()).toMatchObject(here);
  });
});
