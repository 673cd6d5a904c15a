import { inspect } from "node:util";
import type { Adapter } from "latchkey/adapters";
import { extend } from "latchkey/adapters/extend";
import { createMemoryStore, MemoryAdapter } from "latchkey/adapters/memory";
import { RedisAdapter } from "latchkey/adapters/redis";
import { connect, migrate, SqlAdapter, type LayoutName } from "latchkey/adapters/sql";
import { definePlugin } from "latchkey/plugin";
import Passkey from "latchkey/providers/passkey";
import Password, { addPasswordHash } from "latchkey/providers/password";
import { Redis } from "ioredis";
import { sql, type Kysely } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { changePasskeyNote, readPasskeyNotes } from "../../src/core/passkeys/notes.js";
import { createStore } from "../../src/core/config/adapter.js";
import { declaredTables } from "../../src/core/records/declared.js";
import { recordsBinder } from "../../src/core/records/bound.js";
import { recordsOf } from "../../src/core/records/of.js";
import { readPassword, removePassword } from "../../src/flows/password/table.js";
import { location, type Browser } from "../support/client.js";
import type { Recorder } from "../support/config.js";
import { openInbox } from "../support/inbox.js";
import { another, password, passwordWorld, signIn, signUp } from "../support/password-world.js";
import { freshMysql, freshPostgres, freshRedisPrefix } from "../support/services.js";
import { passwordsIn } from "../support/user-rows.js";

const inbox = await openInbox();
const home = "https://app.test";
const providers = [Password(), Passkey];
const verify = (typed: string, hash: string) => hash === `old:${typed}`;
const hash = (typed: string) => `old:${typed}`;

/** As the library uses it. */
function storeOn(adapter: Adapter) {
  const logger = { error: () => undefined, warn: () => undefined, debug: () => undefined };
  const keepRecords = recordsBinder(declaredTables({ providers }));
  return createStore(adapter, { logger, timeout: 5000, keepRecords });
}

const works = async (browser: Browser, email: string, typed: string) =>
  location(await signIn(browser, { email, password: typed })) === home;

/** What the log says of errors. */
const said = ({ entries }: Recorder): string =>
  entries.flatMap(({ message }) => message.map((item) => inspect(item))).join("\n");

interface Older {
  readonly adapter: Adapter;
  readonly userId: string;
  readonly email: string;
}

const note = JSON.stringify({ k1: { name: "Schlüssel" } });

/** The password signs its owner in, is hashed again, and is replaced once; notes are read and changed; all goes with the user. */
async function expectWorking({ adapter, userId, email }: Older): Promise<void> {
  const { browser } = passwordWorld(inbox, {
    scrypt: true,
    provider: { verify },
    overrides: { adapter },
  });
  expect(await works(browser(), email, password)).toBe(true);
  const store = storeOn(adapter);
  const stored = () => readPassword(store.records, userId);
  expect((await stored())?.hash).toMatch(/^\$scrypt\$/);
  await expectOneChange({ adapter, userId, email });

  expect(await readPasskeyNotes(store, userId)).toEqual(new Map([["k1", { name: "Schlüssel" }]]));
  const of = { userId, id: "k1" };
  await changePasskeyNote(store, of, (before) => ({ ...before, name: "Handy" }));
  expect(await readPasskeyNotes(store, userId)).toEqual(new Map([["k1", { name: "Handy" }]]));

  await store.deleteUser(userId);
  expect([await stored(), await readPasskeyNotes(store, userId)]).toEqual([null, new Map()]);
}

/** Of two who change a password at once, one does; also where it is the first one. */
async function expectOneChange({ adapter, userId, email }: Older): Promise<void> {
  const provider = { hash, verify };
  const { browser } = passwordWorld(inbox, { scrypt: true, provider, overrides: { adapter } });
  const store = storeOn(adapter);
  for (const current of [password, undefined]) {
    const typed = current ?? another;
    const browsers = [browser(), browser()];
    for (const one of browsers) expect(await works(one, email, typed)).toBe(true);
    if (current === undefined) await removePassword(store.records, userId);
    const chosen = [`${another} one`, `${another} two`];
    const answers = await Promise.all(
      browsers.map((one, index) =>
        one.submit("password/change", {
          ...(current !== undefined && { current }),
          password: chosen[index] ?? "",
        }),
      ),
    );
    const done = answers.map(({ headers }) => headers.get("location") === home);
    expect(done.filter(Boolean)).toHaveLength(1);
    const stored = await readPassword(store.records, userId);
    expect(stored?.hash).toBe(hash(chosen[done.indexOf(true)] ?? ""));
    await removePassword(store.records, userId);
    await addPasswordHash(adapter, { userId, hash: hash(another) });
  }
}

const user = { id: "", email: "older@example.org", emailVerified: new Date() };

const quoted = (users: string, id: string) => [
  `create table "${users}_password" ("userId" ${id} not null, "hash" text not null, constraint "${users}_password_pkey" primary key ("userId"), constraint "${users}_password_userId_fkey" foreign key ("userId") references "${users}" ("id") on delete cascade)`,
  `create table "${users}_passkey_notes" ("userId" ${id} not null, "data" text not null, constraint "${users}_passkey_notes_pkey" primary key ("userId"), constraint "${users}_passkey_notes_userId_fkey" foreign key ("userId") references "${users}" ("id") on delete cascade)`,
];
const onMysql = [
  "create table `User_password` (`userId` varchar(255) character set utf8mb4 collate utf8mb4_bin not null, `hash` varchar(1400) character set ascii collate ascii_bin not null, constraint `User_password_pkey` primary key (`userId`), constraint `User_password_userId_fkey` foreign key (`userId`) references `User` (`id`) on delete cascade)",
  "create table `User_passkey_notes` (`userId` varchar(255) character set utf8mb4 collate utf8mb4_bin not null, `data` mediumtext character set utf8mb4 not null, constraint `User_passkey_notes_pkey` primary key (`userId`), constraint `User_passkey_notes_userId_fkey` foreign key (`userId`) references `User` (`id`) on delete cascade)",
];

interface Place {
  readonly name: string;
  readonly skip: boolean | string;
  readonly url: string;
  readonly layout: LayoutName;
  readonly tables: readonly string[];
}

const places: readonly Place[] = [
  {
    ...{ name: "SQLite", skip: false, url: "file::memory:", layout: "kysely" },
    tables: quoted("User", "text"),
  },
  {
    ...{ name: "PostgreSQL", ...(await freshPostgres()), layout: "kysely" },
    tables: quoted("User", "text"),
  },
  {
    ...{ name: "PostgreSQL with numbered users", ...(await freshPostgres()), layout: "pg" },
    tables: quoted("users", "integer"),
  },
  { name: "MariaDB", ...(await freshMysql()), layout: "kysely", tables: onMysql },
];

describe.each(places)("tables from before records, on $name", (place) => {
  const { skip, url, layout, tables } = place;
  let db: Kysely<unknown>;
  beforeAll(async () => {
    if (skip) return;
    db = await connect(url);
    await migrate(db, { layout });
    for (const table of tables) await sql.raw(table).execute(db);
  });
  afterAll(() => (skip ? undefined : db.destroy()));

  it.skipIf(skip)("get a column from migrate, and their rows go on", async () => {
    const adapter = SqlAdapter(db, { layout });
    const { id: userId, email } = await adapter.createUser(user);
    const users = layout === "pg" ? "users" : "User";
    for (const [name, column, text] of [
      ["password", "hash", hash(password)],
      ["passkey_notes", "data", note],
    ] as const) {
      const columns = sql.join([sql.id("userId"), sql.id(column)]);
      const table = sql.table(`${users}_${name}`);
      await sql`insert into ${table} (${columns}) values (${userId}, ${text})`.execute(db);
    }

    const before = passwordWorld(inbox, {
      scrypt: true,
      provider: { verify },
      overrides: { adapter },
    });
    expect(await works(before.browser(), email, password)).toBe(false);
    expect(said(before.log)).toContain("npx latchkey migrate");

    const { statements, warnings } = await adapter.migrate({ providers });
    expect(statements).toEqual([
      expect.stringMatching(/^alter table .*_password. add column .version/),
      expect.stringMatching(/^alter table .*_passkey_notes. add column .version/),
    ]);
    expect(warnings).toEqual([]);
    await expectWorking({ adapter, userId, email });
  });
});

const redis = await freshRedisPrefix();

describe.skipIf(redis.skip)("keys from before records, on Redis", () => {
  const client = new Redis(redis.url, { lazyConnect: true });
  const prefix = `${redis.prefix}{older}:`;
  const adapter = RedisAdapter(client, { prefix });
  afterAll(() => client.quit());

  async function olderUser(email: string): Promise<string> {
    const { id: userId } = await adapter.createUser({ ...user, email });
    const rows = { password: { hash: hash(password) }, "passkey-notes": { data: note } };
    for (const [kind, row] of Object.entries(rows)) {
      await client.set(`${prefix}${kind}:${userId}`, JSON.stringify({ userId, ...row }));
    }
    return userId;
  }

  const left = (id: string) =>
    client.exists(`${prefix}password:${id}`, `${prefix}passkey-notes:${id}`);

  it("are read, replaced and removed", async () => {
    const email = "one@example.org";
    const userId = await olderUser(email);
    await expectWorking({ adapter, userId, email });
    expect(await left(userId)).toBe(0);
  });

  it("go with their user, also where the application deletes the user", async () => {
    const userId = await olderUser("two@example.org");
    expect(await left(userId)).toBe(2);
    await adapter.deleteUser(userId);
    expect(await left(userId)).toBe(0);
  });
});

describe("a hash from elsewhere", () => {
  it("is stored for a user without a password, and replaces none", async () => {
    const { adapter, passwords } = passwordWorld(inbox);
    const { id: userId } = await adapter.createUser(user);
    expect(await addPasswordHash(adapter, { userId, hash: "first" })).toBe(true);
    expect(await addPasswordHash(adapter, { userId, hash: "second" })).toBe(false);
    expect(passwords.get(userId)?.hash).toBe("first");
    await expect(addPasswordHash({}, { userId, hash: "x" })).rejects.toThrow("extend(yourAdapter");
    await expect(addPasswordHash(adapter, { userId: "nobody", hash: "x" })).rejects.toThrow(
      "doesn't exist",
    );
  });
});

describe("a plugin with a table of the name that passwords have", () => {
  it("is a configuration error", async () => {
    const columns = { id: { kind: "key" } } as const;
    const tables = [{ name: "password", key: "id", columns }];
    const plugins = [definePlugin({ name: "password", tables, create: () => ({}) })];
    const { browser, log } = passwordWorld(inbox, { overrides: { plugins } });
    expect((await browser().get("session")).status).toBe(500);
    expect(said(log)).toContain('the table password is declared by "password", too.');
  });
});

describe("an adapter without records", () => {
  const { records: _, ...bare } = MemoryAdapter();

  it("is refused beside passwords, with the line to write", async () => {
    const { browser, log } = passwordWorld(inbox, { overrides: { adapter: bare } });
    expect((await browser().get("session")).status).toBe(500);
    expect(said(log)).toContain('The adapter has no `records` for the provider "password"');
    expect(said(log)).toContain("adapter: extend(yourAdapter, SqlAdapter(await connect(");
  });

  it.each([
    ["without records", bare],
    ["with records", MemoryAdapter()],
  ])("of its own methods for passwords, %s, is refused: they'd be passed over", async (_, own) => {
    const older = { ...own, getPassword: () => null, setPassword: () => true };
    const { browser, log } = passwordWorld(inbox, { overrides: { adapter: older } });
    expect((await browser().get("session")).status).toBe(500);
    expect(said(log)).toContain("The adapter has getPassword, setPassword, which the provider");
    expect(said(log)).toContain("adapter: extend(yourAdapter, SqlAdapter(await connect(");
  });

  it("that is completed by another keeps passwords there, and they go with the user", async () => {
    const rows = createMemoryStore();
    const users = createMemoryStore();
    const { records: _, ...own } = MemoryAdapter(users);
    const lender = MemoryAdapter(rows);
    // Both are on the same tables.
    Object.assign(rows, { users: users.users });
    const adapter = extend(own, lender);
    const { browser } = passwordWorld(inbox, { overrides: { adapter } });
    const person = browser();
    await signUp(person, inbox);
    expect(passwordsIn(rows).size).toBe(1);
    const [userId = ""] = users.users.keys();
    expect(await readPassword(recordsOf(adapter, ""), userId)).not.toBeNull();
    await storeOn(adapter).deleteUser(userId);
    expect(passwordsIn(rows).size).toBe(0);
  });
});
