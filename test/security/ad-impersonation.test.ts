import { manage } from "latchkey/manage";
import { accountPage } from "latchkey/plugins/account-page";
import { apiKeys } from "latchkey/plugins/api-keys";
import { describe, expect, it, vi } from "vitest";
import { adminWorld, type AdminWorldOptions } from "../support/admin-world.js";
import { location, type Browser } from "../support/client.js";
import { ada, grace, strategies, type Strategy } from "../support/config.js";
import { who } from "../support/second-step-world.js";

const asJson = { headers: { "x-auth-return-redirect": "1" } };
const hour = 60 * 60 * 1000;

function app(strategy: Strategy, { plugin, ...options }: AdminWorldOptions = {}) {
  const made = adminWorld(strategy, {
    plugin: { impersonation: {}, ...plugin },
    with: [accountPage(), apiKeys()],
    ...options,
  });
  const impersonate = (browser: Browser, userId = grace.id) =>
    browser.submit("admin/impersonate", { userId, callbackUrl: "/home" });
  const adaAsGrace = async () => {
    const browser = await made.ada();
    await impersonate(browser);
    return browser;
  };
  return { ...made, impersonate, adaAsGrace };
}

describe.each(strategies)("impersonation, strategy %s", (strategy) => {
  it("AD16 shows the user with the administrator, for an hour, and both are audited", async () => {
    const { ada: signIn, impersonate, told } = app(strategy);
    const ours = await signIn();
    expect(location(await impersonate(ours))).toBe("https://app.test/home");
    const impersonator = { id: ada.id, name: ada.name };
    expect(await ours.session()).toMatchObject({ user: { name: grace.name }, impersonator });
    expect(location(await ours.submit("admin/return", { callbackUrl: "/admin" }))).toBe(
      "https://app.test/admin",
    );
    expect(await ours.session()).toMatchObject({ user: { name: ada.name } });
    expect(await ours.session()).not.toHaveProperty("impersonator");
    await impersonate(ours);
    expect(location(await ours.submit("admin/return", { callbackUrl: "//evil.test" }))).toBe(
      "https://app.test",
    );
    const both = { userId: grace.id, adminId: ada.id, actor: "admin" };
    expect(told()).toMatchObject([
      { type: "admin.impersonation-began", ...both },
      { type: "admin.impersonation-ended", ...both },
      { type: "admin.impersonation-began", ...both },
      { type: "admin.impersonation-ended", ...both },
    ]);
    await impersonate(ours);
    vi.useFakeTimers({ now: Date.now() + hour + 1, toFake: ["Date"] });
    expect(await who(ours)).toBe(ada.name);
    vi.useRealTimers();
  });

  it("AD17 ends with the administrator's session, and its cookie alone is nobody's", async () => {
    const { adaAsGrace, grace: signIn, browser, ada: again, told } = app(strategy);
    const ours = await adaAsGrace();
    const kept = ours.copy();
    const name = "__Host-latchkey.admin.as";
    const cookie = `${name}=${ours.cookie(name) ?? ""}`;
    expect(ours.cookie(name)).toBeDefined();
    const thief = browser();
    const stolen = await thief.get("session", { headers: { cookie } });
    expect(await stolen.json()).toBeNull();
    for (const other of [await signIn(), await again()]) {
      const own = await who(other);
      other.plant(name, ours.cookie(name) ?? "");
      expect(await who(other)).toBe(own);
    }
    await ours.signOut();
    expect(await ours.session()).toBeNull();
    // A cookie from before signing out, with a session that continues, is over as well.
    if (strategy === "database") expect(await kept.session()).toBeNull();
    else expect(await who(kept)).not.toBe(grace.name);
    expect(told().map(({ type }) => type)).toEqual([
      "admin.impersonation-began",
      "admin.impersonation-ended",
    ]);
  });

  it("AD18 can't be replayed after its end", async () => {
    const { adaAsGrace, told } = app(strategy);
    const ours = await adaAsGrace();
    const kept = ours.copy();
    const forms = [ours.copy(), ours.copy(), ours];
    await Promise.all(forms.map((form) => form.submit("admin/return")));
    expect(await who(kept)).toBe(ada.name);
    expect(told()).toHaveLength(2);
  });

  it("AD19 reaches no setting, neither the user's nor the administrator's", async () => {
    const { adaAsGrace, config } = app(strategy);
    const ours = await adaAsGrace();
    expect(location(await ours.get("account"))).toContain("/signin");
    for (const [route, fields] of [
      ["api-keys/create", { name: "CI" }],
      ["account/delete", { confirm: "on" }],
      ["account/export", {}],
      ["admin/impersonate", { userId: grace.id }],
    ] as const) {
      const refused = await ours.submit(route, fields, asJson);
      expect([route, refused.status]).toEqual([route, 401]);
    }
    for (const { id } of [ada, grace]) expect(await apiKeys.of(config).list(id)).toEqual([]);
    const headers = { cookie: ours.cookieHeader("/auth/session") };
    expect(await manage(config).sessions.current({ headers })).toBeNull();
    await ours.update({ name: "Mallory" });
    expect(await who(ours)).toBe(grace.name);
    await ours.submit("admin/return");
    expect(await who(ours)).toBe(ada.name);
  });

  it("AD20 ends when the administrator loses the role, or either is banned", async () => {
    let isAdmin = true;
    const plugin = { mayAdminister: ({ id }: { id?: string }) => isAdmin && id === ada.id };
    const { adaAsGrace, acts } = app(strategy, { plugin });
    const ours = await adaAsGrace();
    isAdmin = false;
    expect(await who(ours)).toBe(ada.name);
    isAdmin = true;
    expect(await who(ours)).toBe(grace.name);
    await acts.ban(grace.id);
    expect(await who(ours)).toBe(ada.name);
    await acts.unban(grace.id);
    await acts.ban(ada.id);
    expect(await ours.session()).toBeNull();
  });
});

it("AD24 shows nobody, and never the administrator instead, while the store is down", async () => {
  const { adaAsGrace, adapter } = app("jwt", { plugin: { within: 30 } });
  const ours = await adaAsGrace();
  expect(await who(ours)).toBe(grace.name);
  const read = adapter.records.read;
  adapter.records.read = () => Promise.reject(new Error("The database is down."));
  const answer = await ours.get("session");
  expect([answer.status, await answer.json()]).toEqual([503, null]);
  adapter.records.read = read;
  expect(await who(ours)).toBe(grace.name);
});

describe("an impersonation is refused", () => {
  it("AD21 to users, of another administrator, of oneself, of nobody and of the banned", async () => {
    const { grace: signIn, ada: admin, impersonate, acts, told } = app("jwt");
    const hers = await signIn();
    expect(location(await impersonate(hers, ada.id))).toContain("error=AccessDenied");
    expect(await who(hers)).toBe(grace.name);
    const ours = await admin();
    await acts.ban(grace.id);
    for (const id of [ada.id, "7", "", grace.id]) {
      expect(location(await impersonate(ours, id))).toContain("error=AccessDenied");
      expect(await who(ours)).toBe(ada.name);
    }
    expect(told().map(({ type }) => type)).toEqual(["admin.banned"]);
    const all = app("jwt", { plugin: { mayAdminister: () => true } });
    const one = await all.ada();
    expect(location(await all.impersonate(one))).toContain("error=AccessDenied");
    expect(await who(one)).toBe(ada.name);
  });

  it("AD22 to other sites, without the form's token, and to visits", async () => {
    const { ada: signIn, told } = app("jwt");
    const ours = await signIn();
    const fields = { userId: grace.id };
    await ours.post("admin/impersonate", fields);
    await ours.submit("admin/impersonate", fields, { from: "https://evil.test" });
    expect((await ours.get(`admin/impersonate?userId=${grace.id}`)).status).toBe(405);
    expect(await who(ours)).toBe(ada.name);
    expect(told()).toEqual([]);
  });

  it("AD23 without a recent sign-in, and where it isn't turned on", async () => {
    const { ada: signIn, impersonate } = app("jwt");
    const ours = await signIn();
    vi.useFakeTimers({ now: Date.now() + 11 * 60_000, toFake: ["Date"] });
    expect(location(await impersonate(ours))).toContain("error=FreshSignInRequired");
    expect(await who(ours)).toBe(ada.name);
    vi.useRealTimers();
    const off = adminWorld("jwt");
    const theirs = await off.ada();
    expect((await theirs.submit("admin/impersonate", { userId: grace.id })).status).toBe(404);
  });
});
