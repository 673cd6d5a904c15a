import { execFile, spawn } from "node:child_process";
import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { access, chown, mkdtemp, readFile, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { promisify } from "node:util";

const execute = promisify(execFile);

export const isRoot = () => process.getuid?.() === 0;

/** The first of these programs that exists; a bare name is looked up on the path. */
export async function findProgram(...candidates: string[]): Promise<string | undefined> {
  const folders = [...(process.env["PATH"] ?? "").split(":"), "/usr/sbin", "/usr/local/sbin"];
  for (const candidate of candidates) {
    const places = candidate.includes("/") ? [candidate] : folders.map((at) => join(at, candidate));
    for (const place of places) if (await exists(place)) return place;
  }
  return undefined;
}

/** PostgreSQL's programs live in a folder per version on Debian; the newest comes first. */
export async function debianPostgresFolders(): Promise<string[]> {
  const base = "/usr/lib/postgresql";
  const versions = await readdir(base).catch(() => []);
  return versions
    .sort((a, b) => Number(b) - Number(a))
    .map((version) => join(base, version, "bin"));
}

/** Installs Debian packages. False where that isn't possible. */
export async function aptInstall(packages: string[]): Promise<boolean> {
  if (!isRoot() || (await findProgram("apt-get")) === undefined) return false;
  console.log(`Installing ${packages.join(" ")} by apt-get ...`);
  const options = { env: { ...process.env, DEBIAN_FRONTEND: "noninteractive" }, maxBuffer: 1e8 };
  const wait = ["-o", "DPkg::Lock::Timeout=300"];
  const install = ["install", "-y", "--no-install-recommends", ...packages];
  try {
    await execute("apt-get", [...wait, "update"], options);
    await execute("apt-get", [...wait, ...install], options);
    return true;
  } catch (cause) {
    console.error(`apt-get could not install ${packages.join(" ")}:`, cause);
    return false;
  }
}

/** A user's numeric ids, for servers that refuse to run as root. */
export async function accountIds(name: string) {
  const passwd = await readFile("/etc/passwd", "utf8");
  const fields = passwd
    .split("\n")
    .map((line) => line.split(":"))
    .find((line) => line[0] === name);
  return fields === undefined ? undefined : { uid: Number(fields[2]), gid: Number(fields[3]) };
}

export interface Owner {
  uid: number;
  gid: number;
}

/** A fresh directory, owned by `owner`. */
export async function scratchFolder(owner?: Owner): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "latchkey-service-"));
  if (owner !== undefined) await chown(folder, owner.uid, owner.gid);
  return folder;
}

export async function run(program: string, args: string[], owner?: Owner): Promise<void> {
  await execute(program, args, { cwd: tmpdir(), ...owner });
}

export interface PrivateServer {
  stop(): Promise<void>;
}

export interface Launch {
  program: string;
  args: string[];
  /** Removed when the server has ended. */
  folder: string;
  owner?: Owner | undefined;
}

/** Starts a server that ends with this process at the latest. */
export function launch({ program, args, folder, owner }: Launch): PrivateServer {
  const child = spawn(program, args, { cwd: folder, stdio: "ignore", ...owner });
  const endWithUs = () => child.kill("SIGKILL");
  process.once("exit", endWithUs);
  child.once("error", (cause) => {
    console.error(`${program} could not be started:`, cause);
  });
  return {
    async stop() {
      await end(child);
      process.off("exit", endWithUs);
      await rm(folder, { recursive: true, force: true });
    },
  };
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null || child.pid === undefined) return;
  const ended = once(child, "exit");
  child.kill("SIGTERM");
  await Promise.race([ended, pause(5000)]);
  child.kill("SIGKILL");
}

async function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}
