// `latchkey move` out of the tarball, in copies of applications: their own type check before and after, and sessions
// both ways.
import { describe, expect, it } from "vitest";
import { filesOf, moveApp, placeApp, requireFrom, typeErrors, uninstall } from "./apps.mjs";
import { Person, servePages } from "./pages-server.mjs";

/** What is left to look at in each, by file and line. */
const apps = {
  "t3-v4": [],
  "t3-v5": [],
  "prisma-credentials-jwt": [],
  "drizzle-database": [],
  "pages-router": [],
  "with-auth-matcher": ["nginx.conf:2", "tests/login.spec.ts:1"],
  "custom-pages": [],
  "next-intl-around-auth": ["auth.ts:13"],
  turborepo: ["packages/auth/package.json:5"],
  sveltekit: ["src/routes/+page.svelte:2"],
};

const notesIn = (text) => [...text.matchAll(/^ {2}(\S+:\d+) {2}/gm)].map(([, place]) => place);

describe("applications that move", () => {
  it.concurrent.each(Object.entries(apps))("%s", { timeout: 180_000 }, async (name, notes) => {
    const app = await placeApp(name);
    expect(await typeErrors(app)).toBe("");
    const told = await moveApp(app);
    expect(notesIn(told)).toEqual(notes);
    const moved = await filesOf(app);
    if (!("@next-auth/prisma-adapter" in JSON.parse(moved["package.json"]).dependencies)) {
      await uninstall(app, "next-auth");
    }
    expect(await typeErrors(app)).toBe("");
    expect(await moveApp(app)).toContain("There is nothing to rewrite.");
    expect(await filesOf(app)).toEqual(moved);
  });

  it.each(["express-passport", "nuxt-sidebase"])("%s is left as it is", async (name) => {
    const app = await placeApp(name);
    const before = await filesOf(app);
    expect(await moveApp(app)).toContain("There is nothing to rewrite.");
    expect(await filesOf(app)).toEqual(before);
  });

  it("nuxt-sidebase: the note says what to do", async () => {
    expect(await moveApp(await placeApp("nuxt-sidebase"))).toContain(
      "package.json:6  @sidebase/nuxt-auth",
    );
  });
});

describe("pages-javascript: users stay signed in, there and back", () => {
  const secret = "a secret of more than thirty-two characters";
  const route = "pages/api/auth/[...nextauth].js";

  async function serveBoth() {
    Object.assign(process.env, { NEXTAUTH_SECRET: secret, NEXTAUTH_URL: "http://127.0.0.1" });
    const before = await placeApp("pages-javascript");
    const after = await placeApp("pages-javascript");
    await moveApp(after);
    await uninstall(after, "next-auth");
    const serveApp = (app) => servePages(requireFrom(app)(`./${route}`).default);
    return { old: await serveApp(before), now: await serveApp(after) };
  }
  const signIn = (person, server) =>
    person.post(`${server}/api/auth/callback/credentials`, { name: "Ada" });
  const who = async (person, server) => {
    const { user, role } = await person.json(`${server}/api/auth/session`);
    return user && `${user.name}, ${role}`;
  };

  it("a session of before goes on, and after a rollback, too", async () => {
    const { old, now } = await serveBoth();
    const person = new Person();
    await signIn(person, old);
    for (const server of [old, now, old, now]) expect(await who(person, server)).toBe("Ada, admin");
    expect(person.sessionCookies()).toEqual(["next-auth.session-token"]);
  });

  it("a session that began after the move goes on after a rollback", async () => {
    const { old, now } = await serveBoth();
    const person = new Person();
    await signIn(person, now);
    for (const server of [now, old, now]) expect(await who(person, server)).toBe("Ada, admin");
    expect(person.sessionCookies()).toEqual(["next-auth.session-token"]);
  });

  it("a forged cookie is nobody's, on both", async () => {
    const { old, now } = await serveBoth();
    const person = new Person();
    for (const server of [old, now]) {
      person.cookies.set("next-auth.session-token", "eyJhbGciOiJkaXIifQ..a.b.c");
      expect(await who(person, server)).toBeUndefined();
    }
  });
});
