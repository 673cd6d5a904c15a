import { join } from "node:path";
import { createConnection } from "mysql2/promise";
import type { Finder } from "./kinds.js";
import { eventually, freePort, isListening } from "./ports.js";
import { findProgram, isRoot, launch, run, scratchFolder } from "./processes.js";

export const mysql: Finder = {
  variable: "LATCHKEY_TEST_MYSQL",
  usual: ["mysql://root@127.0.0.1:3306/", "mysql://root:root@127.0.0.1:3306/"],
  packages: ["mariadb-server"],
  works: mayCreateDatabases,
  start,
};

async function mayCreateDatabases(where: string): Promise<boolean> {
  // The driver never settles on some half-open ports, so look at the port first.
  const { hostname, port } = new URL(where);
  if (!(await isListening(Number(port || 3306), hostname))) return false;
  try {
    const connection = await createConnection({ uri: where, connectTimeout: 2000 });
    const [rows] = await connection.query("show grants");
    await connection.end();
    return /ALL PRIVILEGES ON \*\.\*|CREATE/.test(JSON.stringify(rows));
  } catch {
    return false;
  }
}

async function start() {
  const installer = await findProgram("mariadb-install-db", "mysql_install_db");
  const server = await findProgram("mariadbd", "mysqld");
  if (installer === undefined || server === undefined) return;
  const folder = await scratchFolder();
  const data = join(folder, "data");
  const common = ["--no-defaults", ...(isRoot() ? ["--user=root"] : []), `--datadir=${data}`];
  await run(installer, [...common, "--auth-root-authentication-method=normal", "--skip-test-db"]);
  const port = await freePort();
  const { stop } = launch({
    program: server,
    args: [
      ...common,
      `--port=${port}`,
      "--bind-address=127.0.0.1",
      `--socket=${join(folder, "socket")}`,
      `--pid-file=${join(folder, "pid")}`,
      "--innodb-flush-log-at-trx-commit=0",
    ],
    folder,
  });
  const where = `mysql://root@127.0.0.1:${port}/`;
  if (await eventually(() => mayCreateDatabases(where), 15_000)) return { where, stop };
  await stop();
  return undefined;
}
