import { Auth } from "latchkey";
import { connect, migrate, SqlAdapter } from "latchkey/adapters/sql";
import { manage } from "latchkey/manage";
import { admin, AdminRefused } from "latchkey/plugins/admin";
import { sessionRegistry } from "latchkey/plugins/session-registry";
import { twoFactor } from "latchkey/plugins/two-factor";
import { memoryState } from "latchkey/state/memory";
import { describe, expect, it, vi } from "vitest";
import { adminWorld } from "../support/admin-world.js";
import { ada, grace, gracesForm, strategies, world } from "../support/config.js";
import { openInbox } from "../support/inbox.js";
import { another, email, passwordWorld, signIn, signUp } from "../support/password-world.js";
import { firstStep, turnOn, who } from "../support/second-step-world.js";
import { freshPostgres } from "../support/services.js";

const inbox = await openInbox();
const day = 24 * 60 * 60 * 1000;
const anything: unknown = expect.anything();

describe.each(strategies)("administration, strategy %s", (strategy) => {
  it("bans a user for a reason, until a day, and says so", async () => {
    const { adas, acts, told } = adminWorld(strategy);
    const until = new Date(Date.now() + day);
    const ban = await adas.ban(grace.id, { reason: "Spam", until });
    expect(ban).toMatchObject({ userId: grace.id, reason: "Spam", until, by: ada.id });
    expect(await acts.banOf(grace.id)).toEqual(ban);
    expect((await adas.bans()).rows).toEqual([ban]);
    expect(told()).toMatchObject([
      {
        type: "admin.banned",
        actor: "admin",
        adminId: ada.id,
        userId: grace.id,
        until: until.toISOString(),
      },
    ]);
    expect(JSON.stringify(told())).not.toContain("Spam");
  });

  it("ends every session of a banned user at once, and nobody else's", async () => {
    const made = adminWorld(strategy);
    const [hers, ours] = [await made.grace(), await made.ada()];
    expect(await who(hers)).toBe(grace.name);
    await made.adas.ban(grace.id);
    expect(await hers.session()).toBeNull();
    expect(await who(ours)).toBe(ada.name);
  });

  it("makes one event of each act, however many sessions it ends", async () => {
    const made = adminWorld(strategy, {
      with: [sessionRegistry({ within: 0 })],
      overrides: { sharedState: memoryState() },
    });
    const browsers = [await made.grace(), await made.grace(), await made.grace()];
    const before = made.events.length;
    await made.adas.endSessions(grace.id);
    await made.adas.ban(grace.id);
    await made.adas.ban(grace.id, { reason: "again" });
    await made.adas.unban(grace.id);
    for (const browser of browsers) expect(await browser.session()).toBeNull();
    expect(made.events.slice(before).map(({ type }) => type)).toEqual([
      "admin.sessions-ended",
      "admin.banned",
      "admin.banned",
      "admin.unbanned",
    ]);
  });

  it("refuses the sign-in of a banned user until the ban ends", async () => {
    const made = adminWorld(strategy);
    await made.adas.ban(grace.id, { until: new Date(Date.now() + day) });
    expect(await (await made.grace()).session()).toBeNull();
    expect(made.events).toContainEqual(
      expect.objectContaining({ type: "sign-in.refused", reason: "AccessDenied" }),
    );
    vi.useFakeTimers({ now: Date.now() + day + 1, toFake: ["Date"] });
    expect(await who(await made.grace())).toBe(grace.name);
    expect(await made.acts.banOf(grace.id)).toBeNull();
    expect((await made.acts.bans()).rows).toEqual([]);
    vi.useRealTimers();
  });

  it("lifts a ban, and sessions from before don't come back", async () => {
    const made = adminWorld(strategy);
    const before = await made.grace();
    const cookies = before.copy();
    await made.adas.ban(grace.id);
    expect(await made.adas.unban(grace.id)).toBe(true);
    expect(await made.adas.unban(grace.id)).toBe(false);
    expect(await cookies.session()).toBeNull();
    expect(await before.session()).toBeNull();
    expect(await who(await made.grace())).toBe(grace.name);
    expect(made.told().map(({ type }) => type)).toEqual(["admin.banned", "admin.unbanned"]);
  });

  it("ends sessions without a ban, those from before the plugin included", async () => {
    const plain = world(strategy);
    const hers = plain.browser();
    await hers.signIn(gracesForm);
    const made = adminWorld(strategy, { overrides: { adapter: plain.adapter } });
    const there = (request: Request) => Auth(request, made.config);
    const [moved, untouched] = [hers.copy(there), hers.copy(there)];
    expect(await who(moved)).toBe(grace.name);
    await made.adas.endSessions(grace.id);
    expect(await moved.session()).toBeNull();
    expect(await untouched.session()).toBeNull();
    expect(await who(await made.grace())).toBe(grace.name);
    expect(made.told()).toMatchObject([{ type: "admin.sessions-ended", adminId: ada.id }]);
  });

  it("resets a lost second factor", async () => {
    const made = adminWorld(strategy, { with: [twoFactor()] });
    const hers = await made.grace();
    await turnOn(hers);
    await firstStep(made.browser(), gracesForm);
    expect(await made.adas.resetSecondFactor(grace.id)).toBe(true);
    expect(await hers.session()).toBeNull();
    expect(await who(await made.grace())).toBe(grace.name);
    expect(await made.adas.resetSecondFactor(grace.id)).toBe(false);
    expect(made.told().map(({ type }) => type)).toEqual([
      "admin.second-factor-reset",
      "admin.sessions-ended",
    ]);
  });

  it("removes a password, so that its user chooses another", async () => {
    const plugins = [admin({ mayAdminister: () => false })];
    const made = passwordWorld(inbox, { strategy, overrides: { plugins } });
    const hers = made.browser();
    await signUp(hers, inbox);
    const user = await made.adapter.getUserByEmail(email);
    const acts = admin.of(made.config);
    expect(await acts.removePassword(user?.id ?? "")).toBe(true);
    expect(made.passwords.size).toBe(0);
    expect(await hers.session()).toBeNull();
    const again = made.browser();
    await signIn(again);
    expect(await again.session()).toBeNull();
    await again.submit("password/forgot", { email });
    const { link } = inbox.newest();
    const fields = Object.fromEntries(link.searchParams);
    await again.submit("password/reset", { ...fields, password: another });
    expect(await again.session()).toMatchObject({ user: { email } });
    expect(await acts.removePassword(user?.id ?? "")).toBe(true);
  });

  it("lists the sessions of a user", async () => {
    const made = adminWorld(strategy, {
      with: [sessionRegistry()],
      overrides: { sharedState: memoryState() },
    });
    await made.grace();
    const [session, ...others] = await made.adas.sessions(grace.id);
    expect(session).toMatchObject({ id: anything, provider: "credentials" });
    expect(session?.signedInAt).toBeInstanceOf(Date);
    expect(others).toEqual([]);
    await made.adas.ban(grace.id);
    expect(await made.adas.sessions(grace.id)).toEqual([]);
  });

  it("lists users page by page, and finds them by address and name", async () => {
    const { adas } = adminWorld(strategy);
    const first = await adas.users({ limit: 1 });
    const second = await adas.users({ limit: 1, after: first.next });
    expect([...first.rows, ...second.rows].map(({ name }) => name)).toEqual(["Ada", "Grace"]);
    expect(first).toHaveProperty("next");
    expect(second).not.toHaveProperty("next");
    expect((await adas.users({ search: " GRACE@example " })).rows).toMatchObject([
      { id: grace.id },
    ]);
    expect((await adas.users({ search: "ADA" })).rows).toMatchObject([{ id: ada.id }]);
    for (const search of ["%", "_", "a".repeat(256)]) {
      expect(await adas.users({ search })).toEqual({ rows: [] });
    }
    for (const limit of [0, -1, Number.NaN]) {
      expect((await adas.users({ limit })).rows).toHaveLength(1);
    }
    expect((await adas.users({ limit: 1e9 })).rows).toHaveLength(2);
  });

  it("creates a user, once for each address", async () => {
    const { adas, adapter, told } = adminWorld(strategy);
    const lin = { email: " Lin@Example.org ", name: "Lin" };
    const all = await Promise.allSettled(Array.from({ length: 5 }, () => adas.createUser(lin)));
    expect(all.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    const refused = all.filter((one) => one.status === "rejected");
    expect(refused[0]?.reason).toMatchObject({ reason: "EmailTaken" });
    const user = await adapter.getUserByEmail("lin@example.org");
    expect(user).toMatchObject({ name: "Lin", emailVerified: null });
    const about = { userId: user?.id, adminId: ada.id, personal: { email: "lin@example.org" } };
    expect(told()).toMatchObject([{ type: "admin.user-created", ...about }]);
    const invalid = { email: "no address" };
    await expect(adas.createUser(invalid)).rejects.toMatchObject({ reason: "InvalidEmail" });
    const verified = await adas.createUser({ email: "vera@example.org", verified: true });
    expect(verified.emailVerified).toBeInstanceOf(Date);
  });

  it("tells users of their ban in their export, and not who banned them", async () => {
    const made = adminWorld(strategy);
    const { accounts } = manage(made.config);
    expect((await accounts.export(grace.id))?.plugins["admin"]).toEqual({ ban: null });
    await made.adas.ban(grace.id, { reason: "Spam" });
    const told = (await accounts.export(grace.id))?.plugins["admin"];
    expect(told).toEqual({ ban: { reason: "Spam", at: anything, until: null } });
  });

  it("trusts a session for `within` seconds, but at once on the server that banned", async () => {
    const made = adminWorld(strategy, { plugin: { within: 30 } });
    const hers = await made.grace();
    expect(await who(hers)).toBe(grace.name);
    const read = vi.spyOn(made.adapter.records, "read");
    await hers.session();
    expect(read).not.toHaveBeenCalled();
    await made.adas.ban(grace.id);
    expect(await hers.session()).toBeNull();
  });
});

describe("an act of administration", () => {
  const { acts, adas, config, told } = adminWorld("database");
  const graces = admin.of(config).as(grace.id);
  const refusals: readonly [string, () => Promise<unknown>, string][] = [
    ["by a user who isn't an administrator", () => graces.ban(ada.id), "NotAdmin"],
    ["by nobody", () => admin.of(config).as("7").bans(), "NotAdmin"],
    ["that only reads, by a user", () => graces.banOf(ada.id), "NotAdmin"],
    ["on oneself", () => adas.resetSecondFactor(ada.id), "Yourself"],
    ["on nobody", () => acts.ban("7"), "NoSuchUser"],
    ["that ended", () => acts.ban(grace.id, { until: new Date(0) }), "InvalidBan"],
    ["until no date", () => acts.ban(grace.id, { until: new Date(NaN) }), "InvalidBan"],
    ["for a novel", () => acts.ban(grace.id, { reason: "a".repeat(1001) }), "InvalidBan"],
  ];
  it.each(refusals)("%s is refused, and changes nothing", async (_what, act, reason) => {
    await expect(act()).rejects.toThrow(AdminRefused);
    await expect(act()).rejects.toMatchObject({ reason });
    expect((await acts.bans()).rows).toEqual([]);
    expect(told()).toEqual([]);
  });
});

it.each([
  [{}, "`mayAdminister`"],
  [{ mayAdminister: () => true, within: -1 }, "`within`"],
  [{ mayAdminister: () => true, within: Number.NaN }, "`within`"],
])("the options %j are a configuration error", async (options, message) => {
  const { log, browser } = world("jwt", { plugins: [Reflect.apply(admin, undefined, [options])] });
  await browser().get("providers");
  expect(log.errors("InvalidConfiguration")[0]?.message).toContain(message);
});

it("says what to write where the adapter can't list users", async () => {
  const { listUsers: _, ...adapter } = world("database").adapter;
  const { acts } = adminWorld("database", { overrides: { adapter } });
  await expect(acts.users()).rejects.toThrow("listUsers: async ({ after, limit, search })");
});

const postgres = await freshPostgres();

describe.each([
  { name: "SQLite", skip: false, url: "file::memory:" },
  { name: "PostgreSQL", ...postgres },
])("in a table of $name", ({ skip, url }) => {
  it.skipIf(skip)("bans are made, listed page by page and gone with their user", async () => {
    const db = await connect(url);
    const adapter = SqlAdapter(db);
    const plugins = [admin({ mayAdminister: () => false })];
    const { config } = world("database", { adapter, plugins });
    await migrate(db, config);
    const acts = admin.of(config);
    const ids: string[] = [];
    for (const name of ["a", "b", "c"]) {
      const user = { ...ada, email: `${name}@example.org`, emailVerified: null };
      const { id } = await adapter.createUser({ ...user, id: crypto.randomUUID() });
      ids.push(id);
      await acts.ban(id, { reason: name });
    }
    await acts.ban(ids[0] ?? "", { reason: "again" });
    await acts.endSessions(ids[0] ?? "");
    expect(await acts.banOf(ids[0] ?? "")).toMatchObject({ reason: "again" });
    const first = await acts.bans({ limit: 2 });
    const second = await acts.bans({ limit: 2, after: first.next });
    const all = [...first.rows, ...second.rows].map(({ userId }) => userId);
    expect(all.toSorted()).toEqual(ids.toSorted());
    await adapter.deleteUser(ids[0] ?? "");
    await acts.unban(ids[1] ?? "");
    const page = await acts.users({ limit: 1, search: "EXAMPLE.ORG" });
    const next = await acts.users({ limit: 1, search: "example.org", after: page.next });
    expect([...page.rows, ...next.rows].map(({ id }) => id).toSorted()).toEqual(
      ids.slice(1).toSorted(),
    );
    expect((await acts.bans()).rows).toMatchObject([{ userId: ids[2], reason: "c" }]);
    await db.destroy();
  });
});
