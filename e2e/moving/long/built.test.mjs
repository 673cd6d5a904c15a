// Applications built by Next.js before and after `latchkey move`, out of the tarball: sessions of each are known to the
// other, so that users stay signed in and a rollback signs nobody out.
import { mkdir, symlink, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it, onTestFinished } from "vitest";
import { buildProject, startProject } from "../../next/project.mjs";
import { moveApp, placeApp, settings, uninstall } from "../apps.mjs";
import { Person } from "../pages-server.mjs";

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

const config = `export default {
  eslint: { ignoreDuringBuilds: true },
  experimental: { externalDir: true },
};
`;

/** A copy of an application that Next.js can build. */
async function placeBuildable(name, { folder = "." }) {
  const app = await placeApp(name);
  const project = join(app, folder);
  for (const one of ["typescript", "@types/react", "@types/node"]) {
    await symlink(join(root, "node_modules", one), join(app, "node_modules", one), "dir").catch(
      () => undefined,
    );
  }
  if (folder !== ".") {
    await symlink(join(app, "node_modules"), join(project, "node_modules"), "dir");
  }
  await writeFile(join(project, "next.config.mjs"), config);
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

describe("applications that build", () => {
  it.each(Object.entries(apps))("%s: before and after, and who is signed in", async (name, app) => {
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
  });
});
