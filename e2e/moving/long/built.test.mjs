// Applications built by Next.js before and after `latchkey move`, out of the tarball: sessions of each are known to the
// other, so that users stay signed in and a rollback signs nobody out.
import { execFile } from "node:child_process";
import { mkdir, readdir, rename, rm, symlink, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { describe, expect, it, onTestFinished } from "vitest";
import { ensureInstalled } from "../../../scripts/bootstrap.mjs";
import { buildProject, startProject } from "../../next/project.mjs";
import { moveApp, placeApp, settings, uninstall } from "../apps.mjs";
import { Person } from "../pages-server.mjs";

const execute = promisify(execFile);
const root = fileURLToPath(new URL("../../..", import.meta.url));
const published = createRequire(new URL("../package.json", import.meta.url));
const secret = "a secret for tests, longer than 32 characters";
const claims = { sub: "1", name: "Ada", email: "ada@example.org" };

const env = {
  ...{ NEXTAUTH_SECRET: secret, AUTH_TRUST_HOST: "true", NEXTAUTH_URL: "http://localhost:3000" },
  ...{ DISCORD_CLIENT_ID: "an id", DISCORD_CLIENT_SECRET: "a secret" },
  ...{ AUTH_DISCORD_ID: "an id", AUTH_DISCORD_SECRET: "a secret", AUTH_RESEND_KEY: "a key" },
  ...{ AUTH_GITHUB_ID: "an id", AUTH_GITHUB_SECRET: "a secret" },
  ...{ GITHUB_ID: "an id", GITHUB_SECRET: "a secret", EMAIL_FROM: "no-reply@example.com" },
  EMAIL_SERVER: "smtp://127.0.0.1:1",
};

/** What each release calls its cookie, and what it writes into it. */
const releases = {
  v4: {
    cookie: "next-auth.session-token",
    write: () => published("next-auth4/jwt").encode({ token: claims, secret }),
  },
  v5: {
    cookie: "authjs.session-token",
    async write() {
      const { encode } = await import(published.resolve("@auth/core/jwt"));
      return encode({ token: claims, secret, salt: "authjs.session-token" });
    },
  },
};

/** `form`: with which somebody signs in. `rows`: sessions are in a database, which is empty here. */
const apps = {
  "t3-v4": { release: "v4", rows: true },
  "prisma-credentials-jwt": {
    release: "v4",
    form: { email: claims.email, password: "correct" },
  },
  "pages-router": { release: "v4" },
  "with-auth-matcher": { release: "v4" },
  "custom-pages": { release: "v4" },
  turborepo: { release: "v4", folder: "apps/web" },
  "t3-v5": { release: "v5", rows: true },
  "drizzle-database": { release: "v5", rows: true },
  "next-intl-around-auth": {
    release: "v5",
    form: { email: claims.email, password: "correct" },
  },
};

/** The releases of Next.js, by the folder that has one with its React. */
const nexts = {
  14: "e2e/next-oldest",
  15: "e2e/moving",
  16: "examples/next",
};

const configFor = (app) => `export default {
  eslint: { ignoreDuringBuilds: true },
  experimental: { externalDir: true },
  turbopack: { root: ${JSON.stringify(app)} },
};
`;

const copy = (from, to) => execute("cp", ["-al", from, to]);

/** All packages of a folder, those with a scope by their own name. */
async function packagesIn(folder) {
  const names = (await readdir(folder)).filter((name) => !name.startsWith("."));
  const all = names.map(async (name) =>
    name.startsWith("@")
      ? (await readdir(join(folder, name))).map((own) => `${name}/${own}`)
      : [name],
  );
  return (await Promise.all(all)).flat();
}

/** Gives an application this release of Next.js, where its other packages find it, too. */
async function useNext(app, major, release) {
  const target = join(app, "node_modules");
  const theirs = join(root, nexts[major], "node_modules");
  const had = join(app, "had");
  await rename(target, had);
  await copy(join(root, "e2e/moving/node_modules"), target);
  const replace = async (name, from) => {
    await rm(join(target, name), { recursive: true, force: true });
    await mkdir(dirname(join(target, name)), { recursive: true });
    await copy(from, join(target, name));
  };
  for (const name of await packagesIn(theirs)) {
    if (name !== "latchkey") await replace(name, join(theirs, name));
  }
  if (release === "v4") await replace("next-auth", join(target, "next-auth4"));
  const known = new Set(await packagesIn(target));
  for (const name of await packagesIn(had)) {
    if (!known.has(name)) await replace(name, join(had, name));
  }
  await rm(had, { recursive: true });
}

/** A copy of an application that Next.js can build. */
async function placeBuildable(name, { folder = ".", release, next }) {
  const app = await placeApp(name);
  if (nexts[next] !== "e2e/moving") await useNext(app, next, release);
  const project = join(app, folder);
  for (const one of ["typescript", "@types/react", "@types/node"]) {
    await symlink(join(root, "node_modules", one), join(app, "node_modules", one), "dir").catch(
      () => undefined,
    );
  }
  if (folder !== ".") {
    await symlink(join(app, "node_modules"), join(project, "node_modules"), "dir");
  }
  await writeFile(join(project, "next.config.mjs"), configFor(app));
  await writeFile(join(project, "tsconfig.json"), JSON.stringify(settings));
  const intl = join(app, "node_modules/next-intl");
  await mkdir(intl, { recursive: true });
  await writeFile(join(intl, "package.json"), '{ "name": "next-intl", "type": "module" }');
  await writeFile(
    join(intl, "middleware.js"),
    'import { NextResponse } from "next/server";\nexport default () => () => NextResponse.next();\n',
  );
  return { app, project };
}

/** Builds it, and serves it until the test is over. */
async function buildAndServe(project) {
  buildProject(project, [], env);
  const server = await startProject(project, env);
  onTestFinished(() => server.stop());
  return server.origin;
}

const nameOf = async (person, origin) =>
  (await person.json(`${origin}/api/auth/session`))?.user?.name ?? null;

for (const [major, folder] of Object.entries(nexts)) {
  if (!ensureInstalled(join(root, folder), { label: `Next.js ${major}` })) process.exit(1);
}

describe("applications that build", () => {
  const onEach = Object.keys(nexts).flatMap((next) =>
    Object.entries(apps).map(([name, app]) => [name, next, { ...app, next }]),
  );
  it.each(onEach)(
    "%s on Next.js %s: before and after, and who is signed in",
    async (name, _, app) => {
      const { cookie, write } = releases[app.release];
      const before = await placeBuildable(name, app);
      const old = await buildAndServe(before.project);
      const after = await placeBuildable(name, app);
      await moveApp(after.app);
      if (name !== "t3-v4") await uninstall(after.app, "next-auth");
      const now = await buildAndServe(after.project);

      for (const origin of [old, now]) expect(await nameOf(new Person(), origin)).toBeNull();
      if (app.rows) return;
      // From before the move, there and back.
      const person = new Person();
      person.cookies.set(cookie, await write());
      for (const origin of [old, now, old]) expect(await nameOf(person, origin)).toBe("Ada");
      expect(person.sessionCookies()).toEqual([cookie]);
      const forger = new Person();
      forger.cookies.set(cookie, "eyJhbGciOiJkaXIifQ..a.b.c");
      expect(await nameOf(forger, now)).toBeNull();
      if (!app.form) return;
      // A session that began after the move goes on after a rollback.
      const newcomer = new Person();
      await newcomer.post(`${now}/api/auth/callback/credentials`, app.form);
      for (const origin of [now, old]) expect(await nameOf(newcomer, origin)).toBe("Ada");
    },
  );
});
