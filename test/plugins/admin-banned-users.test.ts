import type { Adapter } from "latchkey/adapters";
import { createMemoryStore, MemoryAdapter } from "latchkey/adapters/memory";
import { RedisAdapter } from "latchkey/adapters/redis";
import { connect, migrate, SqlAdapter } from "latchkey/adapters/sql";
import { admin } from "latchkey/plugins/admin";
import { createClient } from "redis";
import { describe, expect, it, vi } from "vitest";
import { adminPagesWorld } from "../support/admin-pages-world.js";
import { adminWorld } from "../support/admin-world.js";
import { day, useClock } from "../support/clock.js";
import { ada, grace, world, type TestConfig } from "../support/config.js";
import { openInbox } from "../support/inbox.js";
import { numbered } from "../support/numbered-store.js";
import { freshMysql, freshPostgres, freshRedisPrefix } from "../support/services.js";

const inbox = await openInbox();
const clock = useClock();

interface Stored {
  readonly adapter: Adapter;
  readonly prepare?: (config: TestConfig) => Promise<unknown>;
  readonly close?: () => Promise<unknown>;
}

interface Kind {
  readonly name: string;
  readonly skip: boolean;
  readonly open: () => Promise<Stored> | Stored;
}

const postgres = await freshPostgres();
const mysql = await freshMysql();
const redis = await freshRedisPrefix();

const inSql = async (url: string): Promise<Stored> => {
  const db = await connect(url);
  return {
    adapter: SqlAdapter(db),
    prepare: (config) => migrate(db, config),
    close: () => db.destroy(),
  };
};

const kinds: readonly Kind[] = [
  { name: "memory", skip: false, open: () => ({ adapter: MemoryAdapter(createMemoryStore()) }) },
  { name: "a store with numbers as ids", skip: false, open: () => numbered(Number) },
  { name: "SQLite", skip: false, open: () => inSql("file::memory:") },
  { name: "PostgreSQL", skip: postgres.skip, open: () => inSql(postgres.url) },
  { name: "MySQL", skip: mysql.skip, open: () => inSql(mysql.url) },
  {
    name: "Redis, which can't list users",
    skip: redis.skip,
    async open() {
      const client = await createClient({ url: redis.url }).connect();
      return {
        adapter: RedisAdapter(client, { prefix: redis.prefix }),
        close: () => client.close(),
      };
    },
  },
];

describe.each(kinds)("banned users in $name", ({ skip, open }) => {
  it.skipIf(skip)("are listed page by page, each once, without those whose ban ended", async () => {
    const { adapter, prepare, close } = await open();
    const { config } = world("database", {
      adapter,
      plugins: [admin({ mayAdminister: () => false })],
    });
    await prepare?.(config);
    const acts = admin.of(config);
    const ids: string[] = [];
    for (let at = 0; at < 9; at += 1) {
      const user = { name: `User ${at}`, email: `user${at}@example.org`, emailVerified: null };
      const made = await adapter.createUser?.({ ...user, id: crypto.randomUUID() });
      const id = String(made?.id);
      ids.push(id);
      const until = new Date(Date.now() + day * 1000);
      if (at > 0) await acts.ban(id, at > 2 ? {} : { until });
    }
    clock.pass(day + 1);
    await acts.unban(ids[8] ?? "");
    const found: string[] = [];
    let after: string | undefined;
    do {
      const page = await acts.users({ banned: true, limit: 2, after });
      expect(page.rows.length).toBeGreaterThan(0);
      found.push(...page.rows.map(({ id }) => String(id)));
      after = page.next;
    } while (after !== undefined);
    expect(found.toSorted()).toEqual(ids.slice(3, 8).toSorted());
    const named = await acts.users({ banned: true, search: " USER5@ " });
    expect(named).toEqual({ rows: [expect.objectContaining({ name: "User 5" })] });
    expect(await acts.users({ banned: true, search: "User 1" })).toEqual({ rows: [] });
    await close?.();
  });
});

it("is one read of the bans' index, whatever the number of users", async () => {
  const { adapter, adas } = adminWorld("database");
  await adas.ban(grace.id);
  const [list, users] = [vi.spyOn(adapter.records, "list"), vi.spyOn(adapter, "listUsers")];
  const page = await adas.users({ banned: true, limit: 25 });
  expect(page.rows).toMatchObject([{ id: grace.id }]);
  expect(list.mock.calls.map(([{ name }, where]) => [name, where])).toEqual([
    ["admin", { banned: true }],
  ]);
  expect(users).not.toHaveBeenCalled();
});

it("the page links to the banned users, and keeps the filter while searching and turning pages", async () => {
  const { ada: signIn, adapter, acts } = adminPagesWorld(inbox, "database");
  const ours = await signIn();
  const page = async (route: string) => (await ours.get(route)).text();
  for (let at = 10; at < 40; at += 1) {
    const email = `user${at}@example.org`;
    await adapter.createUser({ id: `u${at}`, name: `User ${at}`, email, emailVerified: null });
    await acts.ban(`u${at}`, at < 15 ? { until: new Date(Date.now() + day * 1000) } : {});
  }
  const all = await page("admin?search=User");
  expect(all).toMatch(/href="\/auth\/admin\?search=User&amp;banned=true"\s*>Banned</);
  expect(all).toMatch(/aria-current="page"\s*>All</);
  const first = await page("admin?banned=true");
  expect(first).toMatch(/aria-current="page"\s*>Banned</);
  expect(first).toContain('<input type="hidden" name="banned" value="true"');
  expect([first.includes(ada.email), first.includes(grace.email)]).toEqual([false, false]);
  const next = /href="([^"]+)"[^>]*>\s*<span>Next page/.exec(first)?.[1] ?? "";
  expect(next).toContain("banned=true");
  const second = await page(next.replaceAll("&amp;", "&").replace("/auth/", ""));
  expect(second).toContain("User 39");
  expect(second).not.toContain("User 15");
  clock.pass(day + 1);
  await ours.signIn({ id: ada.id });
  const later = await page("admin?banned=true&search=user1");
  expect(later).not.toContain("User 14");
  expect(later).toContain("User 19");
  expect(await page("admin?banned=true&search=ada")).toContain("No users found.");
  for (const odd of ["1", "TRUE", "yes", "<b>"]) {
    const text = await page(`admin?banned=${encodeURIComponent(odd)}`);
    expect([odd, text.includes(ada.email), text.includes("<b>")]).toEqual([odd, true, false]);
  }
});

it("the page lists the banned where the database can't list users", async () => {
  const { listUsers: _, ...adapter } = world("database").adapter;
  const { ada: signIn, acts } = adminPagesWorld(inbox, "database", { overrides: { adapter } });
  const ours = await signIn();
  await acts.ban(grace.id);
  const answer = await ours.get("admin?banned=true", { headers: { accept: "application/json" } });
  expect(await answer.json()).toMatchObject({ users: [{ id: grace.id, isBanned: true }] });
  expect(await (await ours.get("admin?banned=true")).text()).not.toContain("can’t list users");
});
