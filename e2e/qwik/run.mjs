// Builds an application of Qwik whose `@auth/core` is latchkey, runs it, and writes .cache/results/qwik.json in
// Vitest's JSON shape. @auth/qwik is as it was published, and Qwik's own optimizer takes it apart.
//   node e2e/qwik/run.mjs
import assert from "node:assert/strict";
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { cpSync, rmSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { ensureInstalled } from "../../scripts/bootstrap.mjs";
import { build } from "../../scripts/build.mjs";
import { writePackages } from "../../scripts/generate/packages.mjs";
import { placePackage } from "../../scripts/build/place-package.mjs";
import { qwikResults, runSuites } from "../../scripts/check/results.mjs";
import { freePort } from "../free-port.mjs";

const here = fileURLToPath(new URL(".", import.meta.url));
const root = fileURLToPath(new URL("../..", import.meta.url));

/** The package that answers to the name `@auth/core`, as an alias of npm puts it there. */
function placeCore() {
  const core = join(here, "node_modules/@auth/core");
  rmSync(core, { recursive: true, force: true });
  cpSync(join(root, "packages/auth-core"), core, { recursive: true });
  const elsewhere = join(root, ".cache/qwik");
  writePackages((name) => (name === "auth-core" ? core : join(elsewhere, name)));
}

function vite(...args) {
  const entry = join(here, "node_modules/vite/bin/vite.js");
  const options = { cwd: here, encoding: "utf8", timeout: 600_000 };
  const { status, stdout, stderr } = spawnSync(process.execPath, [entry, ...args], options);
  assert.equal(status, 0, `${stdout}\n${stderr}`.slice(-4000));
}

async function start() {
  const port = await freePort();
  const origin = `http://127.0.0.1:${port}`;
  const { PATH } = process.env;
  const child = spawn(process.execPath, [join(here, "dist/server/entry.server.js")], {
    stdio: ["ignore", "pipe", "inherit"],
    env: { PATH, PORT: String(port), ORIGIN: origin, NODE_ENV: "production" },
  });
  const stop = async () => {
    if (child.exitCode !== null) return;
    child.kill("SIGKILL");
    await once(child, "exit");
  };
  await Promise.race([
    once(child.stdout, "data"),
    once(child, "exit").then(() => Promise.reject(new Error("The server did not start."))),
  ]);
  return { origin, stop };
}

/** Sends forms as a browser without scripts does, and keeps its cookies. */
function createVisitor(origin) {
  const cookies = new Map();
  const ask = async (path, fields) => {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join("; ");
    const init = fields && { method: "POST", body: new URLSearchParams(fields) };
    const headers = { cookie, origin };
    const response = await fetch(new URL(path, origin), { headers, redirect: "manual", ...init });
    for (const line of response.headers.getSetCookie()) keep(line);
    return { status: response.status, text: await response.text() };
  };
  const keep = (line) => {
    const [pair = ""] = line.split(";");
    const at = pair.indexOf("=");
    const ends = /max-age=0|expires=thu, 01 jan 1970/i.test(line);
    if (ends) cookies.delete(pair.slice(0, at));
    else cookies.set(pair.slice(0, at), pair.slice(at + 1));
  };
  const submit = async (form, fields) => {
    const { text } = await ask("/");
    const action = new RegExp(`<form id="${form}" action="([^"]+)"`).exec(text)?.[1];
    assert.ok(action, text);
    return ask(`/${action}`, fields);
  };
  const who = async () =>
    /id="who"[^>]*>(?:<!--[^>]*-->)?([^<]*)</.exec((await ask("/")).text)?.[1];
  return { ask, submit, who };
}

const signIn = (password) => ({
  providerId: "credentials",
  "options.username": "ada",
  "options.password": password,
  "options.redirectTo": "/",
});

const scenarios = {
  "the routes are served below /auth": async ({ ask }) => {
    assert.equal((await ask("/auth/session")).text, "null");
    assert.match((await ask("/auth/providers")).text, /"credentials"/);
  },
  "a wrong password signs nobody in": async ({ submit, who }) => {
    await submit("in", signIn("wrong"));
    assert.equal(await who(), "nobody");
  },
  "useSignIn signs in, and useSession tells the page": async ({ ask, submit, who }) => {
    await submit("in", signIn("right"));
    assert.equal(await who(), "Ada");
    assert.match((await ask("/auth/session")).text, /"ada@example\.org"/);
  },
  "useSignOut signs out": async ({ submit, who }) => {
    await submit("out", { redirectTo: "/" });
    assert.equal(await who(), "nobody");
  },
};

async function walk() {
  vite("build");
  vite("build", "--ssr", "src/entry.server.ts", "--outDir", "dist/server");
  const results = [{ name: "builds for the browser and the server", duration: 0 }];
  const { origin, stop } = await start();
  const visitor = createVisitor(origin);
  try {
    for (const [name, scenario] of Object.entries(scenarios)) {
      const started = Date.now();
      const message = await scenario(visitor).then(
        () => undefined,
        (error) => `${error?.stack ?? error}`,
      );
      results.push({ name, message, duration: Date.now() - started });
    }
  } finally {
    await stop();
  }
  return results;
}

if (!build(["src"]) || !ensureInstalled(here, { label: "Qwik" })) process.exit(1);
placePackage(here);
placeCore();
await runSuites(qwikResults, { "@auth/qwik": walk }, "e2e/qwik");
