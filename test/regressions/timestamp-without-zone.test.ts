import { execFile } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { build } from "esbuild";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { drizzleOnMysql, drizzleOnPostgres } from "../adapters/sql/published.js";
import { freshMysql, freshPostgres } from "../support/services.js";

const root = fileURLToPath(new URL("../..", import.meta.url));
const folder = await mkdtemp(join(root, ".cache", "zone-"));
const program = join(folder, "program.mjs");
afterAll(() => rm(folder, { recursive: true }));

/** Writes the session that isn't there yet, and prints what every way to read it gives. */
const source = `
  import { connect, SqlAdapter } from "./src/adapters/sql/index.ts";
  const db = await connect(process.argv[2]);
  const adapter = SqlAdapter(db, { layout: "drizzle" });
  const moment = new Date("2030-07-01T12:34:56.000Z");
  const token = { identifier: "a", token: process.env.TZ, expires: moment };
  if (!(await adapter.getSessionAndUser("s"))) {
    const { id } = await adapter.createUser({ id: "1", email: "a@example.org", emailVerified: moment });
    await adapter.createSession({ sessionToken: "s", userId: id, expires: moment });
  }
  await adapter.createVerificationToken(token);
  const found = await adapter.getSessionAndUser("s");
  const dates = [
    found.session.expires,
    found.user.emailVerified,
    (await adapter.getUser("1")).emailVerified,
    (await adapter.updateUser({ id: "1", name: process.env.TZ })).emailVerified,
    (await adapter.updateSession({ sessionToken: "s", expires: moment })).expires,
    (await adapter.useVerificationToken(token)).expires,
  ];
  console.log(JSON.stringify(dates));
  await db.destroy();`;

beforeAll(() =>
  build({
    stdin: { contents: source, resolveDir: root, loader: "ts" },
    outfile: program,
    bundle: true,
    platform: "node",
    format: "esm",
    packages: "external",
  }),
);

/** Each zone is a process of its own. */
const patient = { timeout: 60_000 };

describe.each([
  { name: "PostgreSQL", ...(await freshPostgres()), tables: drizzleOnPostgres },
  { name: "MariaDB", ...(await freshMysql()), tables: drizzleOnMysql },
])("dates without a zone, on $name", ({ skip, url, tables }) => {
  it.skipIf(skip)("are read as UTC, in whichever zone the process is", patient, async () => {
    const { connect } = await import("latchkey/adapters/sql");
    const { sql } = await import("kysely");
    const db = await connect(url);
    for (const statement of tables) await sql.raw(statement).execute(db);
    await db.destroy();
    for (const TZ of ["UTC", "America/New_York", "Asia/Kolkata"]) {
      const env = { ...process.env, TZ };
      const { stdout } = await promisify(execFile)(process.execPath, [program, url], { env });
      expect(JSON.parse(stdout)).toEqual(Array(6).fill("2030-07-01T12:34:56.000Z"));
    }
  });
});
