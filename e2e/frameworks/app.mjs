// The examples, built for production and served by what their frameworks have for it.
import assert from "node:assert/strict";
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { cpSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { freePort } from "../free-port.mjs";

const here = fileURLToPath(new URL(".", import.meta.url));
const root = fileURLToPath(new URL("../..", import.meta.url));
const tool = (path) => join(root, "node_modules", path);
const own = (path) => join(here, "node_modules", path);

/** How each is built and started, in its folder. */
const commands = {
  sveltekit: { build: [tool("vite/bin/vite.js"), "build"], start: ["build/index.js"] },
  astro: { build: ["build.mjs"], start: ["dist/server/entry.mjs"] },
  "react-router": {
    build: [tool("@react-router/dev/bin.cjs"), "build"],
    start: [own("@react-router/serve/bin.cjs"), "build/server/index.js"],
  },
  "tanstack-start": {
    build: [tool("vite/bin/vite.js"), "build"],
    // The folder of files is named from where the entry is.
    start: [
      own("srvx/bin/srvx.mjs"),
      ...["serve", "--prod", "--host=127.0.0.1", "--static=../client", "dist/server/server.js"],
    ],
  },
};

export const names = Object.keys(commands);

/** Of an example only this is for its development server, or for the type checker. */
const left = new Set(["main.mjs", "tsconfig.json", "dist", "build", "node_modules"]);

/** A copy of the example, with what a deployment adds to it (the folder of its name here). */
function copyExample(name) {
  const folder = join(here, "dist", name);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const filter = (file) => !left.has(basename(file)) && !/\/\.[^/]+$/.test(file);
  cpSync(join(root, "examples", name), folder, { recursive: true, filter });
  cpSync(join(here, name), folder, { recursive: true });
  const manifest = { name, private: true, type: "module", dependencies: { latchkey: "*" } };
  writeFileSync(join(folder, "package.json"), JSON.stringify(manifest));
  const compilerOptions = { jsx: "react-jsx", module: "preserve", target: "es2022" };
  writeFileSync(join(folder, "tsconfig.json"), JSON.stringify({ compilerOptions }));
  return folder;
}

/** Nothing of the test runner's: Astro and others do less where they find themselves in a test. */
const bare = (more) => {
  const { PATH, HOME } = process.env;
  return { PATH, HOME, NODE_ENV: "production", ASTRO_TELEMETRY_DISABLED: "1", ...more };
};

export function buildApp(name) {
  const cwd = copyExample(name);
  const options = { cwd, env: bare({}), encoding: "utf8", timeout: 300_000 };
  const { status, stdout, stderr } = spawnSync(process.execPath, commands[name].build, options);
  assert.equal(status, 0, `${name} was not built.\n${`${stdout}\n${stderr}`.slice(-4000)}`);
}

/** Starts what was built. `log()` is what it has printed; `stop()` ends it. */
export async function startApp(name) {
  const port = await freePort();
  const origin = `http://localhost:${port}`;
  const settings = {
    ...{ PORT: String(port), HOST: "127.0.0.1", ORIGIN: origin },
    ...{ AUTH_SECRET: "a secret for tests, longer than 32 characters", AUTH_TRUST_HOST: "true" },
  };
  const child = spawn(process.execPath, commands[name].start, {
    cwd: join(here, "dist", name),
    stdio: ["ignore", "pipe", "pipe"],
    env: bare(settings),
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
  for (let attempt = 0; !(await answers(origin)); attempt += 1) {
    if (attempt === 300 || child.exitCode !== null) {
      await stop();
      throw new Error(`The server of ${name} did not start.\n${log()}`);
    }
    await pause(100);
  }
  return { origin, log, stop };
}

async function answers(origin) {
  return fetch(new URL("/auth/csrf", origin)).then(
    () => true,
    () => false,
  );
}
