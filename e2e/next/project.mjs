// Prepares, builds and starts Next.js projects.
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { cpSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { freePort } from "../free-port.mjs";

const cli = (folder) => join(folder, "node_modules", "next", "dist", "bin", "next");
const quiet = {
  NEXT_TELEMETRY_DISABLED: "1",
  // It would ask the registry about a lock file that names no registry.
  NEXT_IGNORE_INCORRECT_LOCKFILE: "1",
  NODE_ENV: "production",
};
const generated = new Set([
  ...["node_modules", ".next", "next-env.d.ts", "tsconfig.tsbuildinfo"],
  ...[".nuxt", ".output"],
]);

/** A copy of a project's sources with another project's packages, which are linked file by file. */
export function copyProject({ sources, packages, target, files = {} }) {
  rmSync(target, { recursive: true, force: true });
  mkdirSync(target, { recursive: true });
  cpSync(sources, target, { recursive: true, filter: (file) => !generated.has(basename(file)) });
  for (const [name, text] of Object.entries(files)) {
    if (text === null) rmSync(join(target, name));
    else writeFileSync(join(target, name), text);
  }
  const { status } = spawnSync("cp", ["-al", join(packages, "node_modules"), target]);
  if (status === 0) return;
  cpSync(join(packages, "node_modules"), join(target, "node_modules"), { recursive: true });
}

/** Runs the command that the project has installed, as `npx latchkey move` does. */
export function moveProject(folder) {
  const command = join(folder, "node_modules", "latchkey", "dist", "cli", "latchkey.js");
  const args = [command, "move"];
  const { status, stdout, stderr } = spawnSync(process.execPath, args, {
    cwd: folder,
    encoding: "utf8",
  });
  if (status !== 0) throw new Error(`The move failed.\n${stdout}\n${stderr}`);
}

/** Builds a project; throws with the builder's words when that fails. */
export function buildProject(folder, flags = [], env = {}) {
  const result = spawnSync(process.execPath, [cli(folder), "build", ...flags], {
    cwd: folder,
    encoding: "utf8",
    timeout: 900_000,
    env: { ...process.env, ...quiet, ...env },
  });
  const words = `${result.stdout}\n${result.stderr}`;
  if (result.status !== 0) throw new Error(`The build failed.\n${words.slice(-4000)}`);
  return words;
}

/** Starts a built project. `log()` is what it has printed; `stop()` ends it. */
export async function startProject(folder, env) {
  const port = await freePort();
  const child = spawn(process.execPath, [cli(folder), "start", "-p", String(port)], {
    cwd: folder,
    stdio: ["ignore", "pipe", "pipe"],
    env: { PATH: process.env["PATH"], HOME: process.env["HOME"], ...quiet, ...env },
  });
  const printed = [];
  for (const stream of [child.stdout, child.stderr]) {
    stream.on("data", (chunk) => printed.push(chunk));
  }
  const log = () => Buffer.concat(printed).toString();
  const stop = async () => {
    if (child.exitCode !== null) return;
    child.kill("SIGKILL");
    await once(child, "exit");
  };
  for (let attempt = 0; !log().includes("Ready in"); attempt += 1) {
    if (attempt === 300 || child.exitCode !== null) {
      await stop();
      throw new Error(`The server did not start.\n${log()}`);
    }
    await pause(100);
  }
  return { origin: `http://localhost:${port}`, port, log, stop };
}
