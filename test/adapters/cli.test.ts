import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import Database from "libsql";
import { pathToFileURL } from "node:url";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { allPlugins } from "../support/all-plugins.js";
import { root } from "../support/bundle-sources.js";
import { latchkey as command, type Ran } from "../support/command-line.js";
import { freshMysql, freshPostgres } from "../support/services.js";

const folder = await mkdtemp(join(tmpdir(), "latchkey-cli-"));
const [postgres, mysql] = [await freshPostgres(), await freshMysql()];

afterAll(() => rm(folder, { recursive: true }));

/** Each run is a process of its own. */
const patient = { timeout: 60_000 };

const latchkey = (args: readonly string[], databaseUrl = "", cwd = folder): Promise<Ran> =>
  command(args, { cwd, env: { ...process.env, DATABASE_URL: databaseUrl } });

describe.each([
  { name: "SQLite", skip: false, url: `file:${join(folder, "auth.db")}` },
  { name: "PostgreSQL", ...postgres },
  { name: "MariaDB", ...mysql },
])("latchkey migrate on $name", ({ skip, url }) => {
  test.skipIf(skip)("can be run by several processes at once, and again", patient, async () => {
    const runs = await Promise.all(Array.from({ length: 4 }, () => latchkey(["migrate"], url)));
    expect(runs.map(({ errors }) => errors)).toEqual(["", "", "", ""]);
    expect(runs.map(({ status }) => status)).toEqual([0, 0, 0, 0]);
    const idle = runs.filter(({ out }) => out === "-- Up to date: nothing to do.\n");
    expect(idle).toHaveLength(3);
    const [worker] = runs.filter((run) => !idle.includes(run));
    expect(worker?.out).toMatch(/create table .User. [^]*-- Done: 13 statements\.\n$/);
    const again = await latchkey(["migrate", "--url", url]);
    expect(again).toEqual({ status: 0, out: "-- Up to date: nothing to do.\n", errors: "" });
  });
});

describe("tables of providers and plugins", () => {
  const made = /create table "User_second_step" .*"version" integer default 0 not null/;
  const schema = (cwd: string, ...args: string[]) =>
    latchkey(["schema", "--dialect", "sqlite", ...args], "", cwd);

  async function project(name: string, files: Readonly<Record<string, string>>): Promise<string> {
    const app = join(folder, name);
    await mkdir(app);
    for (const [file, text] of Object.entries(files)) await writeFile(join(app, file), text);
    return app;
  }

  /** A plugin needs nothing of this library to be one. */
  const config = `
    const notes = { name: "a_notes", key: "id", columns: { id: { kind: "key" } } };
    export const config: object = {
      providers: [],
      plugins: [{ name: "a", tables: [notes], create: () => ({}) }],
    };
    // As a pool of connections would.
    setInterval(() => undefined, 1000);`;

  test("are those of the configuration", patient, async () => {
    const app = await project("configured", { "auth.ts": config });
    expect((await schema(app)).out).toContain('create table "a_notes" ("id" text not null');
    const elsewhere = await project("elsewhere", { "other.ts": config });
    expect((await schema(elsewhere)).out).not.toContain("a_notes");
    expect((await schema(elsewhere, "--config", "other.ts")).out).toContain("a_notes");
    await writeFile(join(app, ".env"), `DATABASE_URL=file:${join(app, "app.db")}`);
    const { DATABASE_URL: _, ...env } = process.env;
    const migrated = await command(["migrate"], { cwd: app, env });
    expect(migrated).toMatchObject({ status: 0, errors: "" });
    expect(migrated.out).toContain('create table "a_notes"');
  });

  test("are those of the configuration's providers, called or not", patient, async () => {
    await mkdir(join(folder, "node_modules"), { recursive: true });
    await symlink(root, join(folder, "node_modules/latchkey"));
    const app = await project("with-providers", {
      "auth.ts": `
        import Passkey from "latchkey/providers/passkey";
        import Password from "latchkey/providers/password";
        export const config = { providers: [Password({}), Passkey, () => { throw new Error("no") }] };`,
    });
    const { out, errors } = await schema(app);
    expect(errors).toBe("");
    expect(out.match(/(?<=create table ")User_\w+/g)).toEqual([
      "User_password",
      "User_passkey_notes",
    ]);
  });

  test("are all that a plugin can have, where it's named", patient, async () => {
    const all = allPlugins();
    const names = all.map(({ name }) => name).join(",");
    const { out, errors } = await schema(folder, "--plugin", names);
    expect(errors).toBe("");
    const tables = all.flatMap((plugin) => plugin.tables ?? []);
    expect(tables.length).toBeGreaterThan(8);
    for (const { name, stored } of tables) {
      expect(out).toContain(
        `create table "${stored?.besideUser ? "User_" : ""}${stored?.besideUser ?? name}"`,
      );
    }
  });

  test(
    "are those of named providers and plugins, where the configuration can't be loaded",
    patient,
    async () => {
      const app = await project("unloadable", { "auth.ts": 'throw new Error("no framework")' });
      const failed = await schema(app);
      expect(failed).toMatchObject({ status: 1, out: "" });
      expect(failed.errors).toContain(
        "Pass them: `--provider password --plugin two-factor`, or `--plugin none`.",
      );
      expect(failed.errors).toContain("no framework");
      expect((await schema(app, "--plugin", "two-factor")).out).toMatch(made);
      expect((await schema(app, "--plugin", "none")).out).not.toContain("second_step");
      const both = (await schema(app, "--plugin", "two-factor", "--provider", "password,passkey"))
        .out;
      expect(both).toMatch(made);
      for (const name of ["password", "passkey_notes"]) {
        expect(both).toMatch(
          new RegExp(`create table "User_${name}" .*"version" integer default 0`),
        );
      }
      for (const kind of ["plugin", "provider"]) {
        for (const name of ["../x", "nothing", "toString"]) {
          const refused = await schema(app, `--${kind}`, name);
          expect(refused.errors).toContain(`There is no ${kind} ${JSON.stringify(name)}`);
          expect(refused.status).toBe(2);
        }
      }
    },
  );
});

describe("latchkey on the command line", () => {
  test(
    "migrate warns of what will not do for everybody, and refuses what can't be written",
    patient,
    async () => {
      const file = join(folder, "other.db");
      const database = new Database(file);
      database.exec('create table "User" (id text primary key, email text not null)');
      const warned = await latchkey(["migrate"], `file:${file}`);
      expect(warned.errors).toMatch(/^latchkey: warning: The column User\.email is required/);
      expect(warned.status).toBe(0);
      database.exec('create table "Orders" (id text); alter table "User" add column at text');
      database.exec('drop table "Account"; create table "Account" (id text not null primary key)');
      database.close();
      const refused = await latchkey(["migrate"], `file:${file}`);
      expect(refused.errors).toContain("The column Account.id is required");
      expect(refused.status).toBe(1);
      expect((await latchkey(["migrate", "--layout", "prisma"], `file:${file}`)).status).toBe(0);
    },
  );

  test("migrate --dry-run tells what it would do, and does not", async () => {
    const url = `file:${join(folder, "dry.db")}`;
    const dry = await latchkey(["migrate", "--dry-run"], url);
    expect(dry.out).toContain("-- Not run: 13 statements.");
    expect((await latchkey(["migrate", "--dry-run"], url)).out).toBe(dry.out);
  });

  test("schema prints the SQL, by dialect and layout", async () => {
    const { out } = await latchkey(["schema", "--dialect", "postgres", "--layout", "pg"]);
    expect(out).toMatch(/^create table "users" \("id" integer generated by default as identity/);
    expect((await latchkey(["schema"], "mysql://localhost/x")).out).toContain("datetime(3)");
  });

  test.each([
    [["migrate"], "No database is given"],
    [["migrate", "--url", "http://localhost"], "The database URL must begin with"],
    [["schema", "--dialect", "oracle"], "--dialect can't be oracle"],
    [["schema", "--dialect", "sqlite", "--layout", "x"], "--layout can't be x"],
  ])("%j fails and says why", async (args, message) => {
    const { status, errors } = await latchkey(args);
    expect(errors).toContain(`latchkey: `);
    expect(errors).toContain(message);
    expect(status).toBe(1);
  });

  test.each([
    [["migrate", "--bogus"], "--bogus"],
    [["migrte"], 'There is no command "migrte". Did you mean migrate?'],
    [["__proto__"], 'There is no command "__proto__"'],
    [["init"], "Pass --framework with one of"],
    [["init", "--framework", "rails"], 'There is no framework "rails"'],
    [["init", "--framework", "fetch", "--provider", "../x"], "isn't a provider id"],
  ])("%j was called wrongly: exit status 2", async (args, message) => {
    const { status, out, errors } = await latchkey(args);
    expect(errors).toContain(message);
    expect({ status, out }).toEqual({ status: 2, out: "" });
  });

  test("--help and --version are understood everywhere", patient, async () => {
    const manifest: unknown = JSON.parse(await readFile(join(root, "package.json"), "utf8"));
    const version = String(Reflect.get(Object(manifest), "version"));
    for (const args of [["--version"], ["-v"], ["schema", "--version"]]) {
      expect(await latchkey(args)).toEqual({ status: 0, out: `${version}\n`, errors: "" });
    }
    for (const name of ["init", "secret", "migrate", "schema"]) {
      const { status, out } = await latchkey([name, "--help"]);
      expect(out).toMatch(new RegExp(`^Usage: latchkey ${name} `));
      expect(status).toBe(0);
    }
    expect((await latchkey(["help", "schema"])).out).toContain("Usage: latchkey schema");
  });

  test("secret prints a new one each time, or adds it to a file once", patient, async () => {
    const [one, other] = [await latchkey(["secret"]), await latchkey(["secret", "--json"])];
    expect(one.out).toMatch(/^[\w+/]{44}\n$/);
    expect(other.out).toMatch(/"secret": ?"[\w+/]{44}"/);
    const file = join(folder, "secret.env");
    await writeFile(file, "PORT=3000");
    expect((await latchkey(["secret", "--file", file])).out).toContain("AUTH_SECRET was added");
    expect((await latchkey(["secret", "--file", file])).out).toContain("left as it is");
    expect(await readFile(file, "utf8")).toMatch(/^PORT=3000\nAUTH_SECRET=[\w+/]{44}\n$/);
  });

  test(
    "init writes the schema of Prisma and of Drizzle, and touches no model of yours",
    patient,
    async () => {
      const app = async (name: string, files: Readonly<Record<string, string>>) => {
        const place = join(folder, name);
        for (const [file, text] of Object.entries(files)) {
          await mkdir(join(place, file, ".."), { recursive: true });
          await writeFile(join(place, file), text);
        }
        return place;
      };
      const init = ["init", "--framework", "fetch", "--provider", "github,password"];
      const manifest = (dependency: string) =>
        JSON.stringify({ type: "module", dependencies: { [dependency]: "*" } });
      const head = 'datasource db {\n  provider = "postgresql"\n}\n';
      const schema = "prisma/schema.prisma";

      const prisma = await app("with-prisma", {
        "package.json": manifest("@prisma/client"),
        [schema]: head,
      });
      const made = await latchkey(init, "", prisma);
      expect(made).toMatchObject({ status: 0, errors: "" });
      expect(made.out).toMatch(
        /Wrote prisma\/schema.prisma.*npx prisma migrate dev.*PrismaAdapter\(/s,
      );
      const text = await readFile(join(prisma, schema), "utf8");
      expect(text.startsWith(head)).toBe(true);
      for (const model of ["User", "Account", "Session", "UserPassword", "LatchkeyState"]) {
        expect(text.match(new RegExp(`^model ${model} `, "gm"))).toHaveLength(1);
      }

      const known = await app("with-models", {
        "package.json": manifest("@prisma/client"),
        [schema]: `${head}model User {\n  id String @id\n}\n`,
      });
      const checked = await latchkey(init, "", known);
      expect(checked.out).toContain("npx latchkey schema --for prisma --check");
      expect(await readFile(join(known, schema), "utf8")).not.toContain("model Account");

      const drizzle = await app("with-drizzle", {
        "package.json": manifest("drizzle-orm"),
        "drizzle.config.ts": 'export default { dialect: "mysql", schema: "./src/db/*.ts" };',
      });
      const drawn = await latchkey(init, "", drizzle);
      expect(drawn.out).toMatch(
        /Wrote src\/db\/auth-schema.js.*npx drizzle-kit.*DrizzleAdapter\(/s,
      );
      const tables = await readFile(join(drizzle, "src/db/auth-schema.js"), "utf8");
      expect(tables).toContain('from "drizzle-orm/mysql-core"');
      expect(tables).toContain("latchkey_state");
    },
  );

  test("init writes what works and never replaces a file", patient, async () => {
    const app = join(folder, "app");
    await mkdir(app);
    const manifest = { dependencies: { next: "16.0.0" } };
    await writeFile(join(app, "package.json"), JSON.stringify(manifest));
    await writeFile(join(app, "tsconfig.json"), "{}");
    const dry = await latchkey(["init", "--dry-run"], "", app);
    expect(dry.out).toContain("--- app/api/auth/[...nextauth]/route.ts");
    const made = await latchkey(["init", "--provider", "github,google", "--json"], "", app);
    expect(JSON.parse(made.out)).toMatchObject({
      files: ["auth.ts", "app/api/auth/[...nextauth]/route.ts"],
      env: ".env.local",
      wroteSecret: true,
    });
    expect(await readFile(join(app, "auth.ts"), "utf8")).toContain(": [Github, Google]");
    const again = await latchkey(["init"], "", app);
    expect(again).toMatchObject({ status: 1, out: "" });
    expect(again.errors).toContain("auth.ts exists already, so nothing was written");
  });

  test("without a command it prints how to use it", async () => {
    expect(await latchkey([])).toMatchObject({ status: 2, errors: "" });
    const { status, out } = await latchkey(["--help"]);
    expect(out).toContain("Usage: latchkey <command>");
    expect(status).toBe(0);
  });
});

describe("latchkey schema --for", () => {
  const tables = ["--provider", "password", "--plugin", "two-factor"];
  const forTool = (tool: string, ...args: string[]) =>
    latchkey(["schema", "--for", tool, ...tables, ...args]);

  test("prisma prints models", patient, async () => {
    const { status, out } = await forTool("prisma", "--dialect", "postgres");
    expect(status).toBe(0);
    expect(out).toContain("model User {\n");
    expect(out).toMatch(
      /model UserSecondStep \{\n {2}userId +String +@id\n[^}]*@@map\("User_second_step"\)/,
    );
  });

  test("drizzle prints tables", patient, async () => {
    const { status, out } = await forTool("drizzle", "--dialect", "mysql");
    expect(status).toBe(0);
    expect(out).toMatch(/^import \{ .*mysqlTable.* \} from "drizzle-orm\/mysql-core";/);
    expect(out).toContain('export const userPassword = mysqlTable("user_password", {');
  });

  test("another tool is refused", patient, async () => {
    const { status, errors } = await forTool("sequelize", "--dialect", "mysql");
    expect(status).toBe(2);
    expect(errors).toMatch(/choose sql, prisma or drizzle/);
  });

  test("takes ids and names from the adapter of the configuration", patient, async () => {
    const app = join(folder, "schema-of-drizzle");
    await mkdir(app);
    await symlink(join(root, "node_modules"), join(app, "node_modules"));
    await writeFile(
      join(app, "auth.ts"),
      `import { drizzle } from "drizzle-orm/pg-proxy";
      import { pgTable, text, timestamp, uuid } from "drizzle-orm/pg-core";
      import { PgDatabase } from "drizzle-orm/pg-core";
      import { DrizzleAdapter } from ${JSON.stringify(pathToFileURL(join(root, "dist/adapters/drizzle/index.js")).href)};
      const users = pgTable("people", {
        id: uuid("id").primaryKey().defaultRandom(),
        email: text("email").unique(),
        emailVerified: timestamp("email_verified"),
      });
      const notes = {
        name: "a_notes",
        key: "userId",
        columns: { userId: { kind: "key", references: "user" } },
      };
      // As a client would be that can do everything.
      const db = Object.create(PgDatabase.prototype);
      export const config = {
        providers: [],
        plugins: [{ name: "a", tables: [notes], create: () => ({}) }],
        adapter: DrizzleAdapter(db, { usersTable: users }),
      };`,
    );
    const { out, errors } = await latchkey(["schema", "--for", "drizzle"], "", app);
    expect(errors).toBe("");
    expect(out).toContain('export const aNotes = pgTable("a_notes", {');
    expect(out).toContain('userId: uuid("userId").primaryKey().references(() => users.id');
    expect(out).not.toContain("export const users");
  });

  describe("--check", () => {
    const app = join(folder, "checked");
    const check = (tool: string, ...args: string[]) =>
      latchkey(["schema", "--for", tool, "--check", ...tables, ...args], "", app);
    beforeAll(async () => {
      await mkdir(join(app, "prisma"), { recursive: true });
      await symlink(join(root, "node_modules"), join(app, "node_modules"));
    });

    test("of a Prisma schema says what is missing, with the line to write", patient, async () => {
      const { out } = await forTool("prisma", "--dialect", "sqlite");
      const file = join(app, "prisma/schema.prisma");
      await writeFile(file, out);
      expect(await check("prisma", "--dialect", "sqlite")).toMatchObject({
        status: 0,
        out: "Up to date: nothing is missing.\n",
      });
      const [models = ""] = out.split("model LatchkeyState");
      await writeFile(file, models.replace(/ {2}emailVerified .*\n/, ""));
      const { status, out: told } = await check("prisma", "--dialect", "sqlite");
      expect(status).toBe(1);
      expect(told.split("\n")).toEqual([
        "The table User has no column emailVerified. Add `emailVerified DateTime?` to its model.",
        "The table latchkey_state is missing.",
        "Run `npx latchkey schema --for prisma` for what to add.",
        "",
      ]);
    });

    test("of a Drizzle schema says what is missing", patient, async () => {
      const { out } = await forTool("drizzle", "--dialect", "postgres");
      await writeFile(join(app, "schema.ts"), out);
      expect(await check("drizzle", "--dialect", "postgres")).toMatchObject({ status: 0 });
      await writeFile(join(app, "schema.ts"), out.replace(/ {2}version: .*\n/, ""));
      const { status, out: told } = await check("drizzle", "--dialect", "postgres");
      expect(status).toBe(1);
      expect(told).toContain("The table user_password has no column version.\n");
    });

    test("of a database prints the statements that migrate would run", patient, async () => {
      const url = `file:${join(app, "checked.db")}`;
      const behind = await check("sql", "--url", url);
      expect(behind.status).toBe(1);
      expect(behind.out).toMatch(/create table "User_second_step"[^]*Run `npx latchkey migrate`/);
      await latchkey(["migrate", "--url", url, ...tables], "", app);
      expect(await check("sql", "--url", url)).toMatchObject({ status: 0 });
    });

    test("without a schema says how to name it", patient, async () => {
      const { status, errors } = await latchkey(
        ["schema", "--for", "prisma", "--check", "--dialect", "sqlite"],
        "",
        join(app, "node_modules"),
      );
      expect(status).toBe(2);
      expect(errors).toMatch(/--schema FILE/);
    });
  });
});
