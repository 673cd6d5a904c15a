// Runs suite.mjs on every runtime, prints one line each and writes .cache/results/runtimes.json in Vitest's JSON shape.
import { spawn, spawnSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { freePort } from "../free-port.mjs";
import { runSuites, runtimeResults } from "../../scripts/check/results.mjs";

const here = dirname(fileURLToPath(import.meta.url));
const scratch = join(here, "../../.cache/runtimes");
const local = (path) => join(here, path);
const installed = (path) => join(here, "node_modules", path);
const server = local("entry-server.mjs");

const runtimes = {
  [`node ${process.versions.node.split(".")[0]}`]: () => command(process.execPath, [server]),
  "node 22": () => command(installed("node22/bin/node"), [server]),
  "node 24": () => command(installed("node24/bin/node"), [server]),
  "node 26": () => command(installed("node26/bin/node"), [server]),
  bun: () => command(installed("bun/bin/bun.exe"), [server]),
  deno: () => command(installed("deno/deno"), [...denoFlags, server]),
  workerd: runWorkerd,
  "edge vm": runEdge,
};
const denoFlags = [
  "run",
  "--no-config",
  "--node-modules-dir=manual",
  "--allow-read",
  "--allow-env",
];

/** Runs a program to its end and reads the line with the results. */
function command(program, args) {
  const result = spawnSync(program, args, {
    cwd: here,
    encoding: "utf8",
    timeout: 60_000,
    env: { ...process.env, DENO_NO_UPDATE_CHECK: "1", NODE_ENV: "test" },
  });
  const line = (result.stdout ?? "").split("\n").find((text) => text.startsWith("RESULTS "));
  if (line !== undefined) return JSON.parse(line.slice("RESULTS ".length));
  throw new Error(`${result.error ?? ""}${result.stderr ?? ""}${result.stdout ?? ""}`.trim());
}

async function bundle(entry, format) {
  const outfile = join(scratch, entry.replace(/\.mjs$/, format === "esm" ? ".mjs" : ".js"));
  await build({
    entryPoints: [local(entry)],
    outfile,
    format,
    bundle: true,
    platform: "neutral",
    mainFields: ["module", "main"],
    conditions: ["workerd", "edge-light", "browser"],
    target: "es2022",
    logLevel: "silent",
  });
  return outfile;
}

async function runEdge() {
  return command(process.execPath, [local("edge-vm.mjs"), await bundle("entry-edge.mjs", "iife")]);
}

async function runWorkerd() {
  await bundle("entry-worker.mjs", "esm");
  const port = await freePort();
  const file = join(scratch, "worker.capnp");
  writeFileSync(file, workerdConfig(port));
  const child = spawn(installed("workerd/bin/workerd"), ["serve", file], {
    cwd: scratch,
    stdio: ["ignore", "ignore", "pipe"],
  });
  const complaints = [];
  child.stderr.on("data", (chunk) => complaints.push(chunk));
  try {
    return await ask(`http://127.0.0.1:${port}/`);
  } catch (error) {
    throw new Error(`${error}\n${Buffer.concat(complaints)}`, { cause: error });
  } finally {
    child.kill("SIGKILL");
  }
}

const workerdConfig = (port) => `using Workerd = import "/workerd/workerd.capnp";
const config :Workerd.Config = (
  services = [(name = "suite", worker = .suite)],
  sockets = [(name = "http", address = "127.0.0.1:${port}", http = (), service = "suite")],
);
const suite :Workerd.Worker = (
  modules = [(name = "worker", esModule = embed "entry-worker.mjs")],
  compatibilityDate = "2025-01-01",
);
`;

/** Asks until the server is up; it needs a moment to start. */
async function ask(url) {
  for (let attempt = 0; ; attempt += 1) {
    try {
      const response = await fetch(url);
      const text = await response.text();
      if (response.ok) return JSON.parse(text);
      throw new Error(`The worker answered ${response.status}: ${text}`);
    } catch (error) {
      if (attempt === 100 || !(error instanceof TypeError)) throw error;
      await pause(100);
    }
  }
}

mkdirSync(scratch, { recursive: true });
await runSuites(runtimeResults, runtimes, "e2e/runtimes");
