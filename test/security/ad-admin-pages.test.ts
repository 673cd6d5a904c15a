import { Auth } from "latchkey";
import { apiKeys } from "latchkey/plugins/api-keys";
import { describe, expect, it, vi } from "vitest";
import { adminPagesWorld, type AdminPagesOptions } from "../support/admin-pages-world.js";
import { location, type Browser } from "../support/client.js";
import { ada, grace, strategies, type Strategy } from "../support/config.js";
import { openInbox } from "../support/inbox.js";
import { turnOn, who } from "../support/second-step-world.js";

const inbox = await openInbox();
const asJson = { headers: { "x-auth-return-redirect": "1" } };
const minute = 60_000;

/** Every form of the pages, with fields that would do something. */
const forms = {
  "admin/ban": { userId: grace.id, reason: "Spam" },
  "admin/unban": { userId: grace.id },
  "admin/end-sessions": { userId: grace.id },
  "admin/reset-second-factor": { userId: grace.id },
  "admin/remove-password": { userId: grace.id },
  "admin/invite": { email: "lin@example.org" },
  "admin/withdraw": { userId: grace.id },
  "admin/impersonate": { userId: grace.id },
} as const;
const acts = Object.entries(forms);
const pages = ["admin", `admin/user?id=${grace.id}`];

const open = (strategy: Strategy, options: AdminPagesOptions = {}) => {
  const made = adminPagesWorld(inbox, strategy, options);
  /** That nobody was banned, invited or impersonated, and what was audited. */
  const untouched = async (): Promise<void> => {
    expect((await made.acts.bans()).rows).toEqual([]);
    expect(inbox.mails).toEqual([]);
    expect(made.told()).toEqual([]);
  };
  return { ...made, untouched };
};

const bodyOf = async (answer: Response): Promise<string> =>
  `${answer.status} ${await answer.text()}`;

describe.each(strategies)("the pages for administrators, strategy %s", (strategy) => {
  it("AD25 are nothing to users, just as an address where nothing is, and a sign-in page to nobody", async () => {
    const { grace: signIn, browser, untouched } = open(strategy);
    const hers = await signIn();
    const nothing = await bodyOf(await hers.get("nowhere"));
    for (const page of pages) expect(await bodyOf(await hers.get(page))).toBe(nothing);
    for (const [route, fields] of acts) {
      expect(await bodyOf(await hers.submit(route, fields))).toBe(nothing);
    }
    const nobody = browser();
    for (const page of pages) {
      const { pathname, searchParams } = new URL(location(await nobody.get(page)));
      expect([pathname, searchParams.get("callbackUrl")]).toEqual([
        "/auth/signin",
        `https://app.test/auth/${page}`,
      ]);
    }
    for (const [route, fields] of acts) {
      expect(location(await nobody.submit(route, fields))).toContain("/auth/signin");
      expect((await nobody.submit(route, fields, asJson)).status).toBe(401);
    }
    await untouched();
  });

  it("AD26 do nothing for other sites, without the form's token, and for visits", async () => {
    const { ada: signIn, grace: signInAsGrace, untouched } = open(strategy);
    const [ours, hers] = [await signIn(), await signInAsGrace()];
    const csrfToken = await hers.csrfToken();
    for (const [route, fields] of acts) {
      await ours.post(route, fields);
      await ours.post(route, { ...fields, csrfToken });
      await ours.submit(route, fields, { from: "https://evil.test" });
      await ours.postJson(route, fields);
      const query = new URLSearchParams(fields).toString();
      expect([route, (await ours.get(`${route}?${query}`)).status]).toEqual([route, 405]);
    }
    expect(await who(ours)).toBe(ada.name);
    expect(await who(hers)).toBe(grace.name);
    await untouched();
  });

  it("AD27 ask for a recent sign-in before each act, and lead back to the user", async () => {
    const { ada: signIn, untouched } = open(strategy);
    const ours = await signIn();
    vi.useFakeTimers({ now: Date.now() + 11 * minute, toFake: ["Date"] });
    for (const [route, fields] of acts) {
      const asked = new URL(location(await ours.submit(route, fields)));
      const back = "userId" in fields ? `admin/user?id=${grace.id}` : "admin";
      expect([route, asked.pathname, asked.searchParams.get("callbackUrl")]).toEqual([
        route,
        "/auth/signin",
        `https://app.test/auth/${back}`,
      ]);
      expect(asked.searchParams.get("prove")).not.toBeNull();
      const told = await ours.submit(route, fields, asJson);
      expect([told.status, await told.json()]).toMatchObject([
        403,
        { error: "FreshSignInRequired" },
      ]);
    }
    for (const page of pages) expect((await ours.get(page)).status).toBe(200);
    vi.useRealTimers();
    await untouched();
  });

  it("AD28 don't let administrators act on themselves, on each other, or on nobody", async () => {
    const { ada: signIn, untouched } = open(strategy, { plugin: { mayAdminister: () => true } });
    const ours = await signIn();
    for (const [userId, status] of [
      [ada.id, 403],
      [grace.id, 403],
      ["7", 404],
    ] as const) {
      for (const [route, fields] of acts) {
        if (!("userId" in fields) || route === "admin/impersonate") continue;
        const answer = await ours.submit(route, { ...fields, userId }, asJson);
        expect([route, userId, answer.status]).toEqual([route, userId, status]);
      }
      const refused = await ours.submit("admin/impersonate", { userId });
      expect(location(refused)).toContain("error=AccessDenied");
    }
    for (const id of [ada.id, grace.id]) {
      const page = await (await ours.get(`admin/user?id=${id}`)).text();
      expect(page).toContain(id === ada.id ? "This is you." : "You can’t act on this user.");
      expect(page).not.toContain('method="post"');
      const told: unknown = await (await ours.get(`admin/user?id=${id}`, asJson)).json();
      expect(told).toMatchObject({ user: { id }, methods: null, sessions: null, events: null });
    }
    expect((await ours.get("admin/user?id=7")).status).toBe(404);
    expect((await ours.get("admin/user")).status).toBe(404);
    await untouched();
  });

  it("AD29 are out of reach while an administrator acts as a user, even as another administrator", async () => {
    const { ada: signIn, acts: own } = open(strategy, {
      plugin: { mayAdminister: () => true, mayActOn: () => true },
    });
    const ours = await signIn();
    await ours.submit("admin/impersonate", { userId: grace.id });
    expect(await who(ours)).toBe(grace.name);
    for (const page of pages) {
      expect(location(await ours.get(page))).toBe("https://app.test/auth/admin/return");
      expect((await ours.get(page, asJson)).status).toBe(401);
    }
    for (const [route, fields] of acts) {
      const answer = await ours.submit(route, { ...fields, userId: ada.id }, asJson);
      expect([route, answer.status]).toEqual([route, 401]);
    }
    expect((await own.bans()).rows).toEqual([]);
    expect(inbox.mails).toEqual([]);
    expect(await who(ours)).toBe(grace.name);
  });

  it("AD30 close at once for an administrator who loses the role, or is banned", async () => {
    let isAdmin = true;
    const plugin = { mayAdminister: ({ id }: { id: string }) => isAdmin && id === ada.id };
    const { ada: signIn, acts: own } = open(strategy, { plugin });
    const ours = await signIn();
    isAdmin = false;
    for (const page of pages) expect((await ours.get(page)).status).toBe(404);
    for (const [route, fields] of acts) {
      expect([route, (await ours.submit(route, fields)).status]).toEqual([route, 404]);
    }
    isAdmin = true;
    await own.ban(ada.id);
    for (const page of pages) expect(location(await ours.get(page))).toContain("/auth/signin");
    expect(await own.banOf(grace.id)).toBeNull();
  });
});

it("AD31 the pages show what users and administrators wrote as text", async () => {
  const { ada: signIn, adapter, acts: own } = open("database");
  const evil = `"><script>alert(1)</script><img src=x onerror=alert(1)>`;
  const user = await adapter.createUser({
    ...{ id: "evil", name: evil, email: "evil@example.org", emailVerified: null },
    image: "javascript:alert(1)",
  });
  await own.ban(user.id, { reason: evil });
  const ours = await signIn();
  const query = (name: string) => `${name}=${encodeURIComponent(evil)}`;
  for (const page of [
    "admin",
    "admin/user?id=evil",
    "admin/user?id=evil&done=constructor&error=__proto__",
    `admin/user?id=evil&${query("done")}`,
    `admin?${query("search")}`,
    `admin?search=evil&${query("after")}`,
  ]) {
    const answer = await ours.get(page);
    const text = await answer.text();
    expect([page, answer.status]).toEqual([page, 200]);
    expect(text).not.toMatch(/<script>alert|<img|javascript:|\[object|function Object/);
    expect(answer.headers.get("content-security-policy")).toContain("default-src 'none'");
    expect(answer.headers.get("cache-control")).toContain("no-store");
  }
  const typed = { userId: "evil", reason: evil, until: evil };
  const text = await (await ours.submit("admin/ban", typed)).text();
  expect(text).not.toMatch(/<script>alert|<img/);
});

it("AD32 the pages don't open for an administrator's API key", async () => {
  const { browser, config, acts: own } = open("database");
  const plugins = [...(config.plugins ?? []), apiKeys()];
  const withKeys = { ...config, plugins };
  const { key } = await apiKeys.of(withKeys).create(ada.id, { name: "CI" });
  const headers = { authorization: `Bearer ${key}` };
  const machine: Browser = browser({ auth: (request) => Auth(request, withKeys) });
  const session: unknown = await (await machine.get("session", { headers })).json();
  expect(session).toMatchObject({ user: { name: ada.name } });
  for (const page of pages) {
    expect(location(await machine.get(page, { headers }))).toContain("/auth/signin");
  }
  for (const [route, fields] of acts) {
    const answer = await machine.submit(route, fields, {
      headers: { ...headers, ...asJson.headers },
    });
    expect([route, answer.status]).toEqual([route, 401]);
  }
  expect((await own.bans()).rows).toEqual([]);
});

it("AD33 the pages ask an administrator with two factors for both, before each act", async () => {
  const { ada: signIn, browser, untouched } = open("database");
  const ours = await signIn();
  await turnOn(ours);
  const thief = browser();
  for (const name of ours.cookieNames().filter((one) => one.includes("session"))) {
    thief.plant(name, ours.cookie(name) ?? "");
  }
  expect(await who(thief)).toBe(ada.name);
  for (const [route, fields] of acts) {
    const answer = await thief.submit(route, fields, asJson);
    expect([route, answer.status]).toEqual([route, 403]);
  }
  await untouched();
});
