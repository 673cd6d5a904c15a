// A private PostgreSQL that may be stopped and started. The machine's own is left alone.
import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { chownSync, existsSync, mkdtempSync, readFileSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import pg from "pg";
import { freePort } from "../free-port.mjs";

/** Undefined where PostgreSQL isn't installed. */
export async function startPostgres() {
  const bin = programs();
  const owner = process.getuid?.() === 0 ? accountIds("postgres") : {};
  if (bin === undefined || owner === undefined) return undefined;
  const folder = mkdtempSync(join(tmpdir(), "latchkey-kill-"));
  if (owner.uid !== undefined) chownSync(folder, owner.uid, owner.gid);
  const data = join(folder, "data");
  const setup = ["-D", data, "-A", "trust", "-U", "postgres", "--no-sync", "-E", "UTF8"];
  execFileSync(join(bin, "initdb"), [...setup, "--locale=C"], { cwd: folder, ...owner });
  const port = await freePort();
  // The machine doesn't crash, only processes do: so nothing need be forced to the disk. But what is committed must
  // have left the server's memory before it says so.
  const safe = ["-c", "synchronous_commit=on", "-c", "fsync=off", "-c", "max_connections=200"];
  const args = ["-D", data, "-p", String(port), "-h", "127.0.0.1", "-k", folder, ...safe];
  const url = `postgres://postgres@127.0.0.1:${port}/postgres`;
  const run = () => spawn(join(bin, "postgres"), args, { cwd: folder, stdio: "ignore", ...owner });
  let child = run();
  await untilUp(url);
  const stop = async (signal) => {
    const ended = once(child, "exit");
    child.kill(signal);
    await ended;
  };
  const endWithUs = () => child.kill("SIGQUIT");
  process.once("exit", endWithUs);
  return {
    url,
    /** The process whose children serve the connections. */
    pid: () => child.pid,
    /** SIGQUIT ends it at once, as a crash would; SIGINT after it has cut off everybody. */
    async restart(signal) {
      await stop(signal);
      child = run();
      await untilUp(url);
    },
    async stop() {
      process.off("exit", endWithUs);
      await stop("SIGINT");
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function programs() {
  const base = "/usr/lib/postgresql";
  const versions = existsSync(base) ? readdirSync(base).sort((a, b) => b - a) : [];
  const folders = [...versions.map((version) => join(base, version, "bin")), ...pathFolders()];
  return folders.find((at) => existsSync(join(at, "initdb")) && existsSync(join(at, "postgres")));
}

const pathFolders = () => (process.env["PATH"] ?? "").split(":");

/** The server refuses to run as root. */
function accountIds(name) {
  const lines = readFileSync("/etc/passwd", "utf8").split("\n");
  const fields = lines.map((line) => line.split(":")).find(([first]) => first === name);
  return fields && { uid: Number(fields[2]), gid: Number(fields[3]) };
}

async function untilUp(url, tries = 300) {
  for (let attempt = 0; attempt < tries; attempt += 1) {
    const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 2_000 });
    client.on("error", () => undefined);
    try {
      await client.connect();
      return;
    } catch {
      await pause(100);
    } finally {
      await client.end().catch(() => undefined);
    }
  }
  throw new Error("PostgreSQL did not come up.");
}
