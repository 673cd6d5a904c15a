import { Kysely, SqliteDialect } from "kysely";
import type { Adapter } from "latchkey/adapters";
import { extend } from "latchkey/adapters/extend";
import { connect, migrate, SqlAdapter } from "latchkey/adapters/sql";
import Database from "libsql";
import { hasScope, apiKeys, ApiKeyRefused, type ApiKeysOptions } from "latchkey/plugins/api-keys";
import { accountPage } from "latchkey/plugins/account-page";
import { audit, type AuditEvent } from "latchkey/plugins/audit";
import { describe, expect, it, vi } from "vitest";
import { Browser, location, textMember } from "../support/client.js";
import { newKey } from "../../src/plugins/api-keys/key.js";
import { ada, adasForm, strategies, world, type Strategy, type World } from "../support/config.js";
import { freshPostgres } from "../support/services.js";

const scopes = { "posts:read": "Read your posts", "posts:write": "Write posts" };
const day = 24 * 60 * 60 * 1000;

function app(
  strategy: Strategy,
  options: ApiKeysOptions = {},
  { adapter: shared, secret }: Partial<Pick<World, "adapter"> & { secret: string }> = {},
) {
  const events: AuditEvent[] = [];
  const plugins = [
    apiKeys({ prefix: "acme", scopes, ...options }),
    accountPage(),
    audit((event) => void events.push(event)),
  ];
  const made = world(strategy, { plugins, session: { strategy } });
  const adapter = shared ?? made.adapter;
  const config = { ...made.config, adapter, ...(secret !== undefined && { secret }) };
  const browser = () => new Browser(config);
  const keys = apiKeys.of(config);
  const told = () => events.filter(({ type }) => type.startsWith("api-keys"));
  const session = async (key: string) => {
    const headers = { authorization: `Bearer ${key}` };
    const found: unknown = await (await browser().get("session", { headers })).json();
    return found;
  };
  return { ...made, adapter, config, browser, keys, told, session };
}

/** Notes what is read from the store. */
function counted(made: ReturnType<typeof app>) {
  const reads: string[] = [];
  const { getUser, records } = made.adapter;
  const { read, list, count } = records;
  const noted = <Given extends unknown[], T>(
    work: (...given: Given) => T,
    name: (...given: Given) => string,
  ) => {
    return (...given: Given): T => {
      reads.push(name(...given));
      return work(...given);
    };
  };
  Object.assign(made.adapter, { getUser: noted(getUser, (id) => `getUser ${id}`) });
  Object.assign(records, {
    read: noted(read, ({ name }, key) => `read ${name} ${String(key["id"])}`),
    list: noted(list, ({ name }) => `list ${name}`),
    count: noted(count, ({ name }) => `count ${name}`),
  });
  return { ...made, reads };
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

  it("cost one read of the key and one of its user, by their ids", async () => {
    const { keys, session, reads } = counted(app(strategy));
    const { id, key } = await keys.create(ada.id, { name: "CI" });
    await session(key);
    reads.length = 0;
    expect(await session(key)).toMatchObject({ apiKey: { id } });
    expect(reads).toEqual([`read api_keys ${id}`, `getUser ${ada.id}`]);
    reads.length = 0;
    expect(await session(`${key.slice(0, -1)}_`)).toBeNull();
    expect(reads).toEqual([]);
  });

  it("cost no read at all within the time that the application sets", async () => {
    const { keys, session, reads } = counted(app(strategy, { within: 30 }));
    const { id, key } = await keys.create(ada.id, { name: "CI" });
    const other = await keys.create(ada.id, { name: "Other" });
    await session(key);
    reads.length = 0;
    for (let time = 0; time < 5; time++) {
      expect(await session(key)).toMatchObject({ user: { name: ada.name }, apiKey: { id } });
    }
    expect(reads).toEqual([]);
    // The id of a known key is no key.
    const guessed = newKey("acme");
    expect(await session(guessed.text.replace(guessed.id, id))).toBeNull();
    vi.useFakeTimers({ now: Date.now() + 31_000, toFake: ["Date"] });
    expect(await session(key)).not.toBeNull();
    expect(reads).toEqual([`read api_keys ${id}`, `getUser ${ada.id}`]);
    vi.useRealTimers();
    expect(await session(other.key)).toMatchObject({ apiKey: { name: "Other" } });
  });

  it("end at once where they are revoked or replaced, and elsewhere within that time", async () => {
    const shop = app(strategy, { within: 30 });
    // Processes share nothing but the database, like sites with different secrets.
    const { adapter } = shop;
    const secret = crypto.randomUUID();
    const elsewhere = app(strategy, { within: 30 }, { adapter, secret });
    const [first, second] = [
      await shop.keys.create(ada.id, { name: "1" }),
      await shop.keys.create(ada.id, { name: "2" }),
    ];
    for (const { key } of [first, second]) {
      expect(await shop.session(key)).not.toBeNull();
      expect(await elsewhere.session(key)).not.toBeNull();
    }
    await shop.keys.revoke(ada.id, first.id);
    await shop.keys.rotate(ada.id, second.id);
    for (const { key } of [first, second]) {
      expect(await shop.session(key)).toBeNull();
      expect(await elsewhere.session(key)).not.toBeNull();
    }
    vi.useFakeTimers({ now: Date.now() + 31_000, toFake: ["Date"] });
    for (const { key } of [first, second]) expect(await elsewhere.session(key)).toBeNull();
    vi.useRealTimers();
  });

  it("that are revoked while they are read aren't remembered", async () => {
    const { keys, session, adapter } = app(strategy, { within: 30 });
    const { id, key } = await keys.create(ada.id, { name: "CI" });
    const { getUser } = adapter;
    adapter.getUser = async (userId) => {
      adapter.getUser = getUser;
      await keys.revoke(ada.id, id);
      return getUser(userId);
    };
    await session(key);
    expect(await session(key)).toBeNull();
  });

  it("that expire do so within that time, too", async () => {
    const { keys, session } = app(strategy, { within: 3600 });
    const { key } = await keys.create(ada.id, { name: "CI", expiresIn: 60 });
    expect(await session(key)).not.toBeNull();
    vi.useFakeTimers({ now: Date.now() + 61_000, toFake: ["Date"] });
    expect(await session(key)).toBeNull();
    vi.useRealTimers();
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

describe("the key and its user in one database", () => {
  const onSqlite = async (change: (adapter: Adapter) => Adapter = (adapter) => adapter) => {
    const statements: string[] = [];
    const db = new Kysely<unknown>({
      dialect: new SqliteDialect({ database: new Database(":memory:") }),
      log: ({ query }) => void statements.push(query.sql),
    });
    const own = SqlAdapter(db);
    const made = world("database", { adapter: change(own), plugins: [apiKeys()] });
    await migrate(db, made.config);
    const user = await own.createUser({ ...ada, id: crypto.randomUUID(), emailVerified: null });
    const { key } = await apiKeys.of(made.config).create(user.id, { name: "CI" });
    const headers = { authorization: `Bearer ${key}` };
    const read = async () => {
      statements.length = 0;
      const found: unknown = await (await made.browser().get("session", { headers })).json();
      expect(found).toMatchObject({ user: { name: ada.name } });
      return statements.length;
    };
    await read();
    return { read };
  };

  it("cost one statement", async () => {
    expect(await (await onSqlite()).read()).toBe(1);
  });

  it("are read apart where one of them comes from elsewhere", async () => {
    const asked: string[] = [];
    const { read } = await onSqlite((adapter) => ({
      ...adapter,
      getUser: (id) => {
        asked.push(id);
        return adapter.getUser?.(id) ?? null;
      },
    }));
    asked.length = 0;
    expect(await read()).toBe(2);
    expect(asked).toHaveLength(1);
    const lent = await onSqlite((adapter) =>
      extend({ getUser: (id) => adapter.getUser?.(id) ?? null }, adapter),
    );
    expect(await lent.read()).toBe(2);
    const elsewhere = await onSqlite(({ records, ...adapter }) => ({
      ...adapter,
      ...(records && {
        records: { ...records, read: async (...given) => records.read(...given) },
      }),
    }));
    expect(await elsewhere.read()).toBe(2);
  });
});

it.each([
  [{ prefix: "Acme" }, "The option `prefix`"],
  [{ scopes: { "a b": "" } }, "The option `scopes`"],
  [{ maxAge: 0 }, "The option `maxAge`"],
  [{ within: -1 }, "The option `within`"],
  [{ within: Infinity }, "The option `within`"],
  [{ limit: { requests: 0, seconds: 1 } }, "The option `requests`"],
])("the options %j are a configuration error", async (options, message) => {
  const { log, browser } = world("jwt", { plugins: [apiKeys(options)] });
  await browser().get("providers");
  expect(log.errors("InvalidConfiguration")[0]?.message).toContain(message);
});

it.each([[["posts:read"]], [{ "posts:read": true }]])(
  "so are scopes that aren't described, as JavaScript may pass them: %j",
  async (given: object) => {
    const wrong: object = { scopes: given };
    const { log, browser } = world("jwt", { plugins: [apiKeys(wrong)] });
    await browser().get("providers");
    const [error] = log.errors("InvalidConfiguration");
    expect(error?.message).toContain("It must describe each scope in words");
  },
);

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
