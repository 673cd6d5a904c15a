import { join } from "node:path";
import { Client } from "pg";
import type { Finder } from "./kinds.js";
import { eventually, freePort } from "./ports.js";
import {
  accountIds,
  debianPostgresFolders,
  findProgram,
  isRoot,
  launch,
  run,
  scratchFolder,
} from "./processes.js";

export const postgres: Finder = {
  variable: "LATCHKEY_TEST_POSTGRES",
  usual: [
    "postgres://postgres@127.0.0.1:5432/postgres",
    "postgres://root@127.0.0.1:5432/postgres",
    "postgres://postgres:postgres@127.0.0.1:5432/postgres",
  ],
  packages: ["postgresql"],
  works: mayCreateDatabases,
  start,
};

async function mayCreateDatabases(where: string): Promise<boolean> {
  const client = new Client({ connectionString: where, connectionTimeoutMillis: 2000 });
  client.on("error", () => {});
  try {
    await client.connect();
    const answer = await client.query<{ allowed: boolean }>(
      "select rolsuper or rolcreatedb as allowed from pg_roles where rolname = current_user",
    );
    return answer.rows[0]?.allowed === true;
  } catch {
    return false;
  } finally {
    await client.end().catch(() => {});
  }
}

async function start() {
  const folders = await debianPostgresFolders();
  const initdb = await findProgram(...folders.map((at) => join(at, "initdb")), "initdb");
  const server = await findProgram(...folders.map((at) => join(at, "postgres")), "postgres");
  // The server refuses to run as root, so root lends it the account Debian made for it.
  const owner = isRoot() ? await accountIds("postgres") : undefined;
  if (initdb === undefined || server === undefined || (isRoot() && owner === undefined)) return;
  const folder = await scratchFolder(owner);
  const data = join(folder, "data");
  const setup = ["-A", "trust", "-U", "postgres", "--no-sync", "-E", "UTF8", "--locale=C"];
  await run(initdb, ["-D", data, ...setup], owner);
  const port = await freePort();
  const fast = ["fsync", "full_page_writes", "synchronous_commit"].flatMap((it) => [
    "-c",
    `${it}=off`,
  ]);
  const args = ["-D", data, "-p", String(port), "-h", "127.0.0.1", "-k", folder, ...fast];
  const { stop } = launch({ program: server, args, folder, owner });
  const where = `postgres://postgres@127.0.0.1:${port}/postgres`;
  if (await eventually(() => mayCreateDatabases(where), 15_000)) return { where, stop };
  await stop();
  return undefined;
}
