// `latchkey init` and `latchkey doctor` in a fresh application that has Next.js installed.
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { existsSync, rmSync } from "node:fs";
import { join } from "node:path";
import { startOpenIdProvider } from "./openid-provider.mjs";
import { copyProject } from "./project.mjs";

const url = "https://app.test";

/** Not waited for in place: the provider that it asks is in this process. */
function latchkey(folder, args, env = {}) {
  const cli = join(folder, "node_modules/latchkey/dist/cli/latchkey.js");
  const options = { cwd: folder, env: { PATH: process.env["PATH"], ...env } };
  return new Promise((resolve) => {
    execFile(process.execPath, [cli, ...args], options, (error, stdout, stderr) =>
      resolve({ status: error?.code ?? 0, stdout, stderr }),
    );
  });
}

async function examine({ folder }, env) {
  const { status, stdout, stderr } = await latchkey(folder, ["doctor", "--json"], {
    AUTH_URL: url,
    ...env,
  });
  assert.equal(stderr, "");
  const { findings } = JSON.parse(stdout);
  return { status, findings, wrong: findings.filter(({ level }) => level === "error") };
}

/** What is left of a project when its own way to sign in is taken away, and `latchkey init` was run. */
export async function prepareFresh({ sources, packages, target }) {
  copyProject({ sources, packages, target, files: { "middleware.ts": null } });
  for (const name of ["app", "lib"]) rmSync(join(target, name), { recursive: true });
  const { status, stderr } = await latchkey(target, ["init", "--provider", "keycloak"]);
  assert.equal(status, 0, stderr);
}

/** The application, and a provider on this machine for the doctor to ask. */
export async function startFresh(folder) {
  const { env, allow, stop } = await startOpenIdProvider();
  allow(url);
  const credentials = {
    AUTH_KEYCLOAK_ID: env.AUTH_LOCAL_ID,
    AUTH_KEYCLOAK_SECRET: env.AUTH_LOCAL_SECRET,
    AUTH_KEYCLOAK_ISSUER: env.AUTH_LOCAL_ISSUER,
  };
  return { folder, credentials, log: () => "", stop: async () => stop() };
}

export const scenarios = {
  "`latchkey doctor` finds nothing wrong with a fresh application": async (app) => {
    const { status, findings, wrong } = await examine(app, app.credentials);
    assert.deepEqual(wrong, []);
    assert.equal(status, 0);
    const messages = findings.map(({ message }) => message).join("\n");
    assert.match(messages, /Next\.js has a route for \/api\/auth\./);
    assert.ok(messages.includes(`${url}/api/auth/callback/keycloak`), messages);
  },

  "`latchkey doctor` says which variable is missing": async (app) => {
    const { status, wrong } = await examine(app, { ...app.credentials, AUTH_KEYCLOAK_ID: "" });
    assert.equal(status, 1);
    assert.deepEqual(
      wrong.map(({ about }) => about),
      ["provider keycloak"],
    );
    assert.match(wrong[0].cure, /AUTH_KEYCLOAK_ID/);
  },

  "`latchkey doctor` says that the route is missing": async (app) => {
    const route = join(app.folder, "app/api/auth/[...nextauth]");
    assert.ok(existsSync(route), route);
    rmSync(route, { recursive: true });
    const { status, wrong } = await examine(app, app.credentials);
    assert.equal(status, 1);
    assert.deepEqual(
      wrong.map(({ about }) => about),
      ["framework"],
    );
  },
};
