import { connect, migrate, SqlAdapter } from "latchkey/adapters/sql";
import { hasScope, apiKeys, ApiKeyRefused, type ApiKeysOptions } from "latchkey/plugins/api-keys";
import { accountPage } from "latchkey/plugins/account-page";
import { audit, type AuditEvent } from "latchkey/plugins/audit";
import { describe, expect, it, vi } from "vitest";
import { location, textMember } from "../support/client.js";
import { ada, adasForm, strategies, world, type Strategy } from "../support/config.js";
import { freshPostgres } from "../support/services.js";

const scopes = { "posts:read": "Read your posts", "posts:write": "Write posts" };
const day = 24 * 60 * 60 * 1000;

function app(strategy: Strategy, options: ApiKeysOptions = {}) {
  const events: AuditEvent[] = [];
  const plugins = [
    apiKeys({ prefix: "acme", scopes, ...options }),
    accountPage(),
    audit((event) => void events.push(event)),
  ];
  const made = world(strategy, { plugins, session: { strategy } });
  const config = { ...made.config, adapter: made.adapter };
  const { browser } = world(strategy, config);
  const keys = apiKeys.of(config);
  const told = () => events.filter(({ type }) => type.startsWith("api-keys"));
  const session = async (key: string) => {
    const headers = { authorization: `Bearer ${key}` };
    const found: unknown = await (await browser().get("session", { headers })).json();
    return found;
  };
  return { ...made, config, browser, keys, told, session };
}

/** What `POST api-keys/…` answers to a program. */
const asJson = { headers: { "x-auth-return-redirect": "1" } };

describe.each(strategies)("API keys, strategy %s", (strategy) => {
  it("are made on a page, shown once, and work", async () => {
    const { browser, session, told } = app(strategy);
    const ours = browser();
    await ours.signIn(adasForm);
    const form = { name: " CI ", days: "30", "scope:posts:read": "on" };
    const shown = await (await ours.submit("api-keys/create", form)).text();
    const [key = ""] = /acme_[\dA-Za-z]{61}/.exec(shown) ?? [];
    const found = await session(key);
    expect(found).toMatchObject({
      user: { name: ada.name },
      apiKey: { name: "CI", scopes: ["posts:read"] },
    });
    const page = await (await ours.get("api-keys")).text();
    expect(page).not.toContain(key);
    expect(page).toContain(key.slice(0, 17));
    expect(page).toContain("Read your posts");
    expect(told()).toMatchObject([{ type: "api-keys.created", userId: ada.id }]);
  });

  it("are listed, replaced and revoked by their owner", async () => {
    const { browser, session, told } = app(strategy);
    const ours = browser();
    await ours.signIn(adasForm);
    const made: unknown = await (
      await ours.submit("api-keys/create", { name: "CI" }, asJson)
    ).json();
    const { id, key } = keyIn(made);
    const again: unknown = await (await ours.submit("api-keys/rotate", { id }, asJson)).json();
    const other = keyIn(again);
    expect(await session(other.key)).toMatchObject({ apiKey: { id: other.id, name: "CI" } });
    expect(await session(key)).toMatchObject({ apiKey: { id } });
    vi.useFakeTimers({ now: Date.now() + day + 1, toFake: ["Date"] });
    expect(await session(key)).toBeNull();
    vi.useRealTimers();
    await ours.submit("api-keys/revoke", { id: other.id });
    expect(await session(other.key)).toBeNull();
    expect((await ours.submit("api-keys/revoke", { id: "none" }, asJson)).status).toBe(404);
    expect(told().map(({ type }) => type)).toEqual([
      "api-keys.created",
      "api-keys.rotated",
      "api-keys.revoked",
    ]);
  });

  it("are a section of the account page", async () => {
    const { browser, keys } = app(strategy);
    await keys.create(ada.id, { name: "CI" });
    const ours = browser();
    await ours.signIn(adasForm);
    const page = await (await ours.get("account")).text();
    expect(page).toContain("API keys");
    expect(page).toContain("CI");
    const told: unknown = await (await ours.get("account", asJson)).json();
    expect(told).toMatchObject({ sections: { "api-keys": { keys: [{ name: "CI" }] } } });
  });

  it("are made, listed, found and revoked by the server", async () => {
    const { keys, session } = app(strategy);
    const made = await keys.create(ada.id, { name: "CI", scopes: ["posts:read"], expiresIn: 60 });
    const { key, ...info } = made;
    expect(await keys.list(ada.id)).toEqual([info]);
    expect(await keys.find(key)).toEqual({ ...info, userId: ada.id });
    expect(await keys.find(`${key.slice(0, -1)}_`)).toBeNull();
    expect(await session(key)).not.toBeNull();
    const [used] = await keys.list(ada.id);
    expect(used?.lastUsedAt).toBeInstanceOf(Date);
    expect(await keys.revoke("2", info.id)).toBe(false);
    expect(await keys.revokeAll(ada.id)).toBe(1);
    expect(await session(key)).toBeNull();
  });

  it("expire", async () => {
    const { keys, session } = app(strategy);
    const { key } = await keys.create(ada.id, { name: "CI", expiresIn: 60 });
    vi.useFakeTimers({ now: Date.now() + 61_000, toFake: ["Date"] });
    expect(await session(key)).toBeNull();
    vi.useRealTimers();
  });

  it("note their last use once in five minutes", async () => {
    const { keys, session, adapter } = app(strategy);
    const { key } = await keys.create(ada.id, { name: "CI" });
    const write = vi.spyOn(adapter.records, "write");
    for (let time = 0; time < 5; time++) await session(key);
    expect(write).toHaveBeenCalledTimes(1);
    vi.useFakeTimers({ now: Date.now() + 301_000, toFake: ["Date"] });
    await session(key);
    vi.useRealTimers();
    expect(write).toHaveBeenCalledTimes(2);
  });

  it.each([
    [{ name: "" }, "InvalidName"],
    [{ name: "a".repeat(61) }, "InvalidName"],
    [{ name: "CI", scopes: ["admin"] }, "InvalidScope"],
    [{ name: "CI", scopes: ["__proto__"] }, "InvalidScope"],
    [{ name: "CI", expiresIn: 366 * 24 * 60 * 60 }, "InvalidLifetime"],
    [{ name: "CI", expiresIn: Number.NaN }, "InvalidLifetime"],
  ])("aren't made of %j", async (request, reason) => {
    const { keys } = app(strategy);
    await expect(keys.create(ada.id, request)).rejects.toMatchObject({ reason });
    expect(await keys.list(ada.id)).toEqual([]);
  });

  it("can be kept to some users, at once also those that exist", async () => {
    const allowed = new Set([ada.id]);
    const { keys, session, browser } = app(strategy, { allow: ({ id }) => allowed.has(id) });
    const { key } = await keys.create(ada.id, { name: "CI" });
    await expect(keys.create("2", { name: "CI" })).rejects.toThrow(ApiKeyRefused);
    allowed.clear();
    expect(await session(key)).toBeNull();
    const ours = browser();
    await ours.signIn(adasForm);
    const refused = await ours.submit("api-keys/create", { name: "CI" });
    expect(refused.status).toBe(400);
    expect(await refused.text()).toContain("You can’t create API keys here.");
  });

  it("are as many as a user can have", async () => {
    const { keys } = app(strategy, { most: 2 });
    for (const name of ["1", "2"]) await keys.create(ada.id, { name });
    await expect(keys.create(ada.id, { name: "3" })).rejects.toMatchObject({ reason: "TooMany" });
  });

  it("aren't made without a recent sign-in", async () => {
    const { browser } = app(strategy);
    const ours = browser();
    await ours.signIn(adasForm);
    vi.useFakeTimers({ now: Date.now() + 11 * 60_000, toFake: ["Date"] });
    const refused = await ours.submit("api-keys/create", { name: "CI" });
    expect(location(refused)).toContain("error=FreshSignInRequired");
    vi.useRealTimers();
  });
});

function keyIn(told: unknown): { id: string; key: string } {
  const made: unknown = Reflect.get(Object(told), "made");
  return { id: textMember(made, "id"), key: textMember(made, "key") };
}

it.each([
  [{ prefix: "Acme" }, "The option `prefix`"],
  [{ scopes: { "a b": "" } }, "The option `scopes`"],
  [{ maxAge: 0 }, "The option `maxAge`"],
  [{ limit: { requests: 0, seconds: 1 } }, "The option `requests`"],
])("the options %j are a configuration error", async (options, message) => {
  const { log, browser } = world("jwt", { plugins: [apiKeys(options)] });
  await browser().get("providers");
  expect(log.errors("InvalidConfiguration")[0]?.message).toContain(message);
});

it("a key does what its scopes say, a person all they can, and nobody nothing", () => {
  const key = { apiKey: { id: "1", name: "CI", scopes: ["posts:read"] } };
  expect(hasScope(key, "posts:read")).toBe(true);
  expect(hasScope(key, "posts:write")).toBe(false);
  expect(hasScope({}, "posts:write")).toBe(true);
  expect(hasScope(null, "posts:read")).toBe(false);
});

const postgres = await freshPostgres();

describe.each([
  { name: "SQLite", skip: false, url: "file::memory:" },
  { name: "PostgreSQL", ...postgres },
])("in a table of $name", ({ skip, url }) => {
  it.skipIf(skip)("keys are made, used, replaced and gone with their user", async () => {
    const db = await connect(url);
    const adapter = SqlAdapter(db);
    const plugins = [apiKeys()];
    const { config, browser } = world("database", { adapter, plugins });
    await migrate(db, config);
    const user = await adapter.createUser({ ...ada, id: crypto.randomUUID(), emailVerified: null });
    const keys = apiKeys.of(config);
    const made = await keys.create(user.id, { name: "CI" });
    const session = async (key: string) => {
      const headers = { authorization: `Bearer ${key}` };
      const found: unknown = await (await browser().get("session", { headers })).json();
      return found;
    };
    expect(await session(made.key)).toMatchObject({ apiKey: { id: made.id } });
    const other = await keys.rotate(user.id, made.id);
    expect(await session(made.key)).toBeNull();
    expect(await session(other?.key ?? "")).toMatchObject({ user: { name: ada.name } });
    await adapter.deleteUser(user.id);
    expect(await keys.find(other?.key ?? "")).toBeNull();
    await db.destroy();
  });
});
