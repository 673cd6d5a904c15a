import { access, constants, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Finder } from "./kinds.js";
import { eventually, freePort, isListening } from "./ports.js";
import { accountIds, findProgram, isRoot, launch, scratchFolder } from "./processes.js";

/** A program, not a server: each test file launches its own, in front of a database of its own. */
export const pgbouncer: Finder = {
  variable: "LATCHKEY_TEST_PGBOUNCER",
  usual: ["/usr/sbin/pgbouncer"],
  packages: ["pgbouncer"],
  works: (where) =>
    access(where, constants.X_OK).then(
      () => true,
      () => false,
    ),
  start: async () => {
    const where = await findProgram("pgbouncer");
    return where === undefined ? undefined : { where, stop: async () => {} };
  },
};

/**
 * Starts one in front of a database: each transaction gets another of three connections, and none of them knows what a
 * client has prepared.
 */
export async function launchPgBouncer(program: string, database: string) {
  // It refuses to run as root.
  const owner = isRoot() ? await accountIds("nobody") : undefined;
  const folder = await scratchFolder(owner);
  const port = await freePort();
  const { hostname, port: behind, username, password, pathname } = new URL(database);
  const login = `user=${username}${password === "" ? "" : ` password=${password}`}`;
  const settings = [
    "[databases]",
    `* = host=${hostname} port=${behind || "5432"} ${login}`,
    "[pgbouncer]",
    "listen_addr = 127.0.0.1",
    `listen_port = ${port}`,
    "unix_socket_dir =",
    "auth_type = any",
    "pool_mode = transaction",
    "default_pool_size = 3",
    "server_round_robin = 1",
    "ignore_startup_parameters = extra_float_digits",
  ];
  const file = join(folder, "pgbouncer.ini");
  await writeFile(file, settings.join("\n"));
  const { stop } = launch({ program, args: [file], folder, owner });
  if (await eventually(() => isListening(port), 10_000)) {
    return { url: `postgres://${username}@127.0.0.1:${port}${pathname}`, stop };
  }
  await stop();
  throw new Error("PgBouncer did not start.");
}
