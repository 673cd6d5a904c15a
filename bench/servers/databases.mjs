// Private databases, started from installed programs, and the processor time that they take.
import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import mysql from "mysql2/promise";
import { freePort } from "../../e2e/free-port.mjs";

export { startPostgres } from "../../e2e/kill/postgres.mjs";

/** Undefined where MariaDB isn't installed. */
export async function startMariadb() {
  const installer = program("mariadb-install-db", "mysql_install_db");
  const server = program("mariadbd", "mysqld");
  if (installer === undefined || server === undefined) return undefined;
  const folder = mkdtempSync(join(tmpdir(), "latchkey-bench-"));
  const data = join(folder, "data");
  const asRoot = process.getuid?.() === 0 ? ["--user=root"] : [];
  const common = ["--no-defaults", ...asRoot, `--datadir=${data}`];
  const setup = ["--auth-root-authentication-method=normal", "--skip-test-db"];
  execFileSync(installer, [...common, ...setup], { cwd: folder, stdio: "ignore" });
  const port = await freePort();
  const place = ["--bind-address=127.0.0.1", `--socket=${join(folder, "socket")}`];
  const args = [...common, `--port=${port}`, ...place, `--pid-file=${join(folder, "pid")}`];
  const started = run(server, args, folder);
  const url = await withDatabase(`mysql://root@127.0.0.1:${port}/`);
  return { url, ...started };
}

/** Undefined where Redis isn't installed. */
export async function startRedis() {
  const server = program("redis-server", "valkey-server");
  if (server === undefined) return undefined;
  const folder = mkdtempSync(join(tmpdir(), "latchkey-bench-"));
  const port = await freePort();
  const storage = ["--save", "", "--appendonly", "no", "--dir", folder];
  const args = ["--port", String(port), "--bind", "127.0.0.1", ...storage];
  // Its clients wait until it's up.
  return { url: `redis://127.0.0.1:${port}`, ...run(server, args, folder) };
}

/** A server that ends with this process at the latest. */
function run(server, args, folder) {
  const child = spawn(server, args, { cwd: folder, stdio: "ignore" });
  const endWithUs = () => child.kill("SIGKILL");
  process.once("exit", endWithUs);
  return {
    pid: () => child.pid,
    async stop() {
      process.off("exit", endWithUs);
      const ended = once(child, "exit");
      child.kill("SIGTERM");
      await ended;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function withDatabase(server, tries = 300) {
  for (let attempt = 0; attempt < tries; attempt++) {
    try {
      const connection = await mysql.createConnection({ uri: server, connectTimeout: 2_000 });
      await connection.query("create database if not exists bench character set utf8mb4");
      await connection.end();
      return `${server}bench`;
    } catch {
      await pause(100);
    }
  }
  throw new Error("MariaDB did not come up.");
}

function program(...names) {
  const folders = [...(process.env["PATH"] ?? "").split(":"), "/usr/sbin", "/usr/local/sbin"];
  const places = names.flatMap((name) => folders.map((folder) => join(folder, name)));
  return places.find((place) => existsSync(place));
}

/** Whether the system tells what other processes take. */
export const isTold = existsSync("/proc/self/schedstat");

/** The processor time of a process and its children, all threads included, in microseconds. */
export function processorTime(pid) {
  if (!pid || !isTold) return 0;
  const processes = [pid, ...childrenOf(pid)];
  return processes.flatMap(threadsOf).reduce((sum, thread) => sum + timeOf(thread), 0);
}

/** The processes that a process started. */
export const childrenOf = (pid) =>
  (text(`/proc/${pid}/task/${pid}/children`) ?? "").split(" ").filter(Boolean);

function threadsOf(pid) {
  const folder = `/proc/${pid}/task`;
  return existsSync(folder) ? readdirSync(folder).map((thread) => `${folder}/${thread}`) : [];
}

/** The first figure is the time on a processor, in nanoseconds. */
const timeOf = (thread) => Number((text(`${thread}/schedstat`) ?? "0").split(" ", 1)[0]) / 1000;

/** A process or thread may have ended meanwhile. */
function text(path) {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return undefined;
  }
}
