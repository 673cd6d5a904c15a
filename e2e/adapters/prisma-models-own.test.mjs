import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { PrismaLibSql } from "@prisma/adapter-libsql";
import { PrismaAdapter } from "latchkey/adapters/prisma";
import { schema } from "latchkey/adapters/sql";
import { members, singles } from "../../src/adapters/suite/record-tables.ts";
import { stateStatements } from "../../src/adapters/sql/state/table.ts";
import { prismaText } from "../../src/cli/schema/prisma.ts";
import { wantedTables } from "../../src/cli/schema/wanted.ts";
import { change } from "../../src/core/records/change.ts";
import { recordsOn } from "../../src/core/records/facade.ts";
import { runRecords, runState, runSuite } from "../../test/adapters/run-suite.ts";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { asOther } from "./prisma/as-other.mjs";
import { generated } from "./prisma/generate.mjs";
import { clientOf, head, plugins, portable } from "./prisma/models.mjs";

const folder = await mkdtemp(join(tmpdir(), "latchkey-models-"));
const closing = [() => rm(folder, { recursive: true })];
afterAll(async () => {
  for (const close of closing.reverse()) await close();
});

const printed = (dialect, more = plugins) =>
  prismaText(wantedTables("prisma", { dialect, declared: { plugins: more } }));

const made = await clientOf("collated", {
  base: head("sqlite"),
  more: portable(printed("sqlserver")),
});

function open({ PrismaClient }, name) {
  const url = `file:${join(folder, name)}`;
  const prisma = new PrismaClient({ adapter: new PrismaLibSql({ url }) });
  closing.push(() => prisma.$disconnect());
  return prisma;
}

/** The tables, with columns whose texts are compared without case. */
async function makeTables(prisma, { collated }) {
  const statements = schema("sqlite", { layout: "prisma", plugins }).split(/;\n/).filter(Boolean);
  for (const statement of [...statements, ...stateStatements("sqlite")]) {
    const text = statement.replaceAll(/ text\b/g, " text collate nocase");
    await prisma.$executeRawUnsafe(collated ? text : statement).catch((error) => {
      if (!/already exists/.test(error.message)) throw error;
    });
  }
}

describe("a database that compares texts without case, as SQL Server does", () => {
  const prisma = open(made, "collated.db");
  const adapter = PrismaAdapter(asOther(prisma, "sqlserver"));
  const records = recordsOn(adapter.records);
  beforeAll(() => makeTables(prisma, { collated: true }));

  const leavesOut = "keys are compared to the letter";
  const own = { "[RES-14]": "These models have no fields of the application's own" };
  runSuite(adapter, { except: own, leavesOut: ["[RES-14]"] });
  runRecords(() => adapter, { leavesOut, except: { [leavesOut]: "Its second key is a Conflict" } });
  runState(() => adapter);

  test("tokens, accounts and addresses of another case are nobody's, and nothing is changed", async () => {
    const user = await adapter.createUser({ email: "Pat@example.org" });
    const expires = new Date(1_900_000_000_000);
    const account = { userId: user.id, type: "oauth", provider: "hub", providerAccountId: "abc" };
    await adapter.linkAccount(account);
    await adapter.createSession({ sessionToken: "token", userId: user.id, expires });
    await adapter.createVerificationToken({ identifier: "pat@example.org", token: "t", expires });
    const other = { provider: "hub", providerAccountId: "ABC" };
    expect(await adapter.getUserByEmail("pat@example.org")).toBeNull();
    expect(await adapter.getUserByAccount(other)).toBeNull();
    expect((await adapter.unlinkAccount(other)) ?? null).toBeNull();
    expect(await adapter.updateAccount({ ...other, scope: "all" })).toBeNull();
    expect(await adapter.getSessionAndUser("TOKEN")).toBeNull();
    expect(await adapter.updateSession({ sessionToken: "TOKEN", expires: new Date(0) })).toBeNull();
    expect(await adapter.deleteSession("TOKEN")).toBeNull();
    const key = { identifier: "pat@example.org", token: "T" };
    expect(await adapter.useVerificationToken(key)).toBeNull();
    expect(await adapter.useVerificationToken({ ...key, token: "t" })).not.toBeNull();
    expect(await adapter.getSessionAndUser("token")).toMatchObject({ session: { expires } });
    expect(await adapter.getAccount("abc", "hub")).toMatchObject(account);
  });

  test("records of another case are neither found nor counted, changed nor removed", async () => {
    const { id: userId } = await adapter.createUser({ email: "records@example.org" });
    const row = { id: "Row", userId, role: "Mixed" };
    await records.insert(members, row);
    await records.insert(members, { ...row, id: "Other", role: "mixed" });
    expect(await records.get(members, "row")).toBeNull();
    const where = { role: "mixed", active: true };
    expect((await records.find(members, where, { limit: 1 })).rows).toMatchObject([
      { id: "Other" },
    ]);
    expect(await records.count(members, where, 10)).toBe(1);
    expect(await records.update(members, "row", { set: { version: 1 } })).toBe(false);
    expect(await records.remove(members, "row")).toBe(false);
    expect(await records.remove(members, "Row", { if: { role: "mixed" } })).toBe(false);
    expect(await records.get(members, "Row")).toMatchObject({ ...row, version: 0 });
  });
});

describe("a key that isn't given", () => {
  const prisma = open(made, "undefined.db");
  const adapter = PrismaAdapter(asOther(prisma, "cockroachdb"));
  beforeAll(() => makeTables(prisma, { collated: false }));

  test("matches no row, although Prisma would match all", async () => {
    const { id: userId } = await adapter.createUser({ email: "pat@example.org" });
    const expires = new Date(1_900_000_000_000);
    await adapter.createSession({ sessionToken: "token", userId, expires });
    await adapter.createVerificationToken({ identifier: "a", token: "t", expires });
    expect(await adapter.getUser()).toBeNull();
    expect(await adapter.getSessionAndUser()).toBeNull();
    expect(await adapter.deleteSession()).toBeNull();
    expect(await adapter.useVerificationToken({ identifier: "a" })).toBeNull();
    await adapter.deleteSessionsByUserId();
    await adapter.deleteUser();
    expect(await adapter.getSessionAndUser("token")).toMatchObject({ user: { id: userId } });
  });
});

describe("changes in a transaction of the caller", () => {
  const prisma = open(made, "within.db");
  const adapter = PrismaAdapter(asOther(prisma, "cockroachdb"));
  beforeAll(() => makeTables(prisma, { collated: false }));

  test("what is refused leaves the transaction as it was, and the rest is kept", async () => {
    const { id: userId } = await adapter.createUser({ email: "pat@example.org" });
    const [kept, lost] = ["kept", "lost"].map((id) => ({ id, userId }));
    await adapter.transaction(async (within) => {
      const records = recordsOn(within.records);
      await records.insert(members, kept);
      const late = change.update(members, "nobody", { set: { version: 1 } });
      expect(await records.all([change.insert(members, lost), late])).toBe(false);
      const orphan = change.insert(singles, { userId: "nobody", data: "" });
      await expect(records.all([change.insert(members, lost), orphan])).rejects.toThrow(
        "reference",
      );
      expect(await records.update(members, "kept", { set: { version: 1 } })).toBe(true);
    });
    const records = recordsOn(adapter.records);
    expect(await records.get(members, "kept")).toMatchObject({ version: 1 });
    expect(await records.get(members, "lost")).toBeNull();
  });
});

/** A client whose next calls of a method lose a race, before they do anything. */
function losing(prisma, { method, times }) {
  const left = { times };
  const lost = () => Object.assign(new Error("Please retry your transaction"), { code: "P2034" });
  const fails = () => (left.times -= 1) >= 0;
  const wrap = (client) =>
    new Proxy(client, {
      get(target, name) {
        const value = Reflect.get(target, name, target);
        if (name === "$transaction") {
          return (work, options) =>
            target.$transaction(async (within) => {
              const result = await work(wrap(within));
              if (method === name && fails()) throw lost();
              return result;
            }, options);
        }
        const isModel = typeof value === "object" && value !== null && "findMany" in value;
        if (!isModel) return value;
        return new Proxy(value, {
          get: (model, called) =>
            called === method && fails()
              ? () => Promise.reject(lost())
              : Reflect.get(model, called, model),
        });
      },
    });
  return wrap(prisma);
}

describe("a race that the database asks to run again (P2034)", () => {
  const prisma = open(made, "races.db");
  beforeAll(() => makeTables(prisma, { collated: false }));

  test.each(["findMany", "createMany", "create", "updateMany", "deleteMany", "$transaction"])(
    "%s is retried, by itself or with its transaction",
    async (method) => {
      const client = losing(asOther(prisma, "cockroachdb"), { method, times: 3 });
      const adapter = PrismaAdapter(client);
      const records = recordsOn(adapter.records);
      const { id: userId } = await adapter.createUser({ email: `${method}@example.org` });
      const ids = [`${method} 1`, `${method} 2`];
      const inserts = ids.map((id) => change.insert(members, { id, userId }));
      expect(await records.all(inserts)).toBe(true);
      const changes = ids.map((id) => change.update(members, id, { set: { version: 1 } }));
      expect(await records.all(changes)).toBe(true);
      expect(await records.remove(members, ids[0])).toBe(true);
      await adapter.deleteUser(userId);
      expect(await adapter.getUser(userId)).toBeNull();
      expect(await records.get(members, ids[1])).toBeNull();
    },
  );
});

describe("models that are missing", () => {
  const bare = open(made, "bare.db");

  test("a database behind its client: the error says how tables are made", async () => {
    const adapter = PrismaAdapter(asOther(bare, "sqlserver"));
    for (const work of [
      () => adapter.createUser({ email: "pat@example.org" }),
      () => adapter.getUser("1"),
      () => adapter.getSessionAndUser("token"),
      () => adapter.listAccountsByUserId("1"),
      () => adapter.deleteUser("1"),
      () => adapter.records.read(members, { id: "1" }),
    ]) {
      await expect(work()).rejects.toThrow(
        /no such table: main\.\w+\. Run `npx latchkey schema --for prisma`[^.]*migrate[^.]*\.$/,
      );
    }
  });

  test("a client without the models of plugins: the error names the command", async () => {
    const lean = generated("prisma/lean.prisma", { output: ".generated-lean" });
    const adapter = PrismaAdapter(asOther(open(lean, "lean.db"), "sqlserver"));
    expect("createSession" in adapter).toBe(false);
    await expect(adapter.records.read(members, { id: "1" })).rejects.toThrow(
      /no model for the table suite_member\. Run `npx latchkey schema --for prisma`/,
    );
  });

  test("a schema without foreign keys is refused", () => {
    const inlineSchema = 'datasource db {\n  relationMode = "prisma"\n}';
    const client = new Proxy(asOther(bare, "sqlserver"), {
      get: (target, name) =>
        name === "_engineConfig" ? { inlineSchema } : Reflect.get(target, name, target),
    });
    expect(() => PrismaAdapter(client)).toThrow(/foreign keys.*relationMode = "prisma"/);
  });
});

describe("what `latchkey schema` prints", async () => {
  const names = await readdir(new URL("../../src/plugins/", import.meta.url));
  const all = await Promise.all(
    names.map(async (name) => {
      const module = await import(`../../src/plugins/${name}/index.ts`).catch(() => ({}));
      return Object.values(module).filter((made) => Array.isArray(made?.tables));
    }),
  );
  const twice = {
    name: "twice",
    columns: {
      id: { kind: "key" },
      one: { kind: "key", references: "user" },
      two: { kind: "key", references: "user" },
      memberId: { kind: "key", references: "suite_member" },
    },
    key: "id",
    indexes: [["one"], ["two"], ["memberId"]],
  };

  test.each(["sqlserver", "cockroachdb"])(
    "is a schema that Prisma takes for %s",
    async (provider) => {
      expect(all.flat().length).toBeGreaterThan(0);
      const text = printed(provider, [...plugins, ...all.flat(), { tables: [twice] }]);
      const { PrismaClient } = await clientOf(provider, { base: head(provider), more: text });
      expect(PrismaClient).toBeTypeOf("function");
      const [, model] = /model Twice \{([^}]*)\}/.exec(text) ?? [];
      expect(model?.match(/onDelete: NoAction, onUpdate: NoAction/g) ?? []).toHaveLength(
        provider === "sqlserver" ? 2 : 0,
      );
    },
  );
});
