import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import Database from "libsql";
import { afterAll, describe, expect, test } from "vitest";
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

  test(
    "are those of named providers and plugins, where the configuration can't be loaded",
    patient,
    async () => {
      const app = await project("unloadable", { "auth.ts": 'throw new Error("no framework")' });
      const failed = await schema(app);
      expect(failed).toMatchObject({ status: 1, out: "" });
      expect(failed.errors).toContain(
        "Name them: `--provider password --plugin two-factor`, or `--plugin none`.",
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
    "migrate warns of what will not do for everybody, and refuses what can not be written",
    patient,
    async () => {
      const file = join(folder, "other.db");
      const database = new Database(file);
      database.exec('create table "User" (id text primary key, email text not null)');
      const warned = await latchkey(["migrate"], `file:${file}`);
      expect(warned.errors).toMatch(/^latchkey: warning: The column User\.email must have a value/);
      expect(warned.status).toBe(0);
      database.exec('create table "Orders" (id text); alter table "User" add column at text');
      database.exec('drop table "Account"; create table "Account" (id text not null primary key)');
      database.close();
      const refused = await latchkey(["migrate"], `file:${file}`);
      expect(refused.errors).toContain("The column Account.id must have a value");
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
    [["migrate"], "Say which database"],
    [["migrate", "--url", "http://localhost"], "The database URL must begin with"],
    [["schema", "--dialect", "oracle"], "There is no dialect oracle"],
    [["schema", "--dialect", "sqlite", "--layout", "x"], "There is no layout x"],
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
    [["init"], "Say which framework"],
    [["init", "--framework", "rails"], 'There is no framework "rails"'],
    [["init", "--framework", "fetch", "--provider", "../x"], "is no id of a provider"],
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
    expect(await readFile(join(app, "auth.ts"), "utf8")).toContain("providers: [Github, Google]");
    const again = await latchkey(["init"], "", app);
    expect(again).toMatchObject({ status: 1, out: "" });
    expect(again.errors).toContain("auth.ts is there already. Nothing was written");
  });

  test("without a command it prints how to use it", async () => {
    expect(await latchkey([])).toMatchObject({ status: 2, errors: "" });
    const { status, out } = await latchkey(["--help"]);
    expect(out).toContain("Usage: latchkey <command>");
    expect(status).toBe(0);
  });
});
