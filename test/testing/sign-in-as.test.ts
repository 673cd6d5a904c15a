import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { fileURLToPath } from "node:url";
import express from "express";
import { Auth, defineConfig } from "latchkey";
import { createMemoryStore, MemoryAdapter } from "latchkey/adapters/memory";
import { connect, SqlAdapter } from "latchkey/adapters/sql";
import { getSession, MiddlewareAuth } from "latchkey/express";
import GitHub from "latchkey/providers/github";
import { signInAs, stopClock } from "latchkey/testing";
import { afterAll, afterEach, describe, expect, it, vi } from "vitest";
import { openBrowser } from "../support/browser.js";

const secret = "a secret that is long enough for anybody to use";
const github = GitHub({ clientId: "id", clientSecret: "secret" });

const jwt = defineConfig({
  secret,
  trustHost: true,
  providers: [github],
  callbacks: {
    jwt: ({ token, user, trigger }) =>
      trigger === undefined
        ? token
        : {
            ...token,
            role: String(Object.entries(user).find(([name]) => name === "role")?.[1] ?? ""),
          },
    session: ({ session, token }) => ({ ...session, role: token.role }),
  },
});

const store = createMemoryStore();
const stored = defineConfig({
  secret,
  trustHost: true,
  adapter: MemoryAdapter<{ role: string }>(store),
  providers: [github],
  callbacks: { session: ({ session, user }) => ({ ...session, role: user.role }) },
});

/** The session that a browser with these headers has. */
async function sessionOf(config: Parameters<typeof Auth>[1], headers: HeadersInit, at = "http") {
  const response = await Auth(
    new Request(`${at}://localhost:3000/auth/session`, { headers }),
    config,
  );
  const session: unknown = await response.json();
  return session;
}

afterEach(() => {
  vi.unstubAllEnvs();
});

describe.each([
  ["jwt", jwt],
  ["database", stored],
] as const)("signInAs with %s sessions", (_strategy, config) => {
  it("gives headers with which the application knows who it is", async () => {
    const { headers, user } = await signInAs(config, { email: "ada@example.com", role: "admin" });
    expect(user.id).not.toBe("");
    const session = await sessionOf(config, headers);
    expect(session).toMatchObject({ user: { email: "ada@example.com" }, role: "admin" });
  });

  it("takes the cookies of https where the application is there", async () => {
    const origin = "https://localhost:3000";
    const made = await signInAs(config, { email: "ada@example.com" }, { origin });
    expect(made.cookie).toContain("__Secure-");
    expect(await sessionOf(config, made.headers, "https")).toMatchObject({ user: {} });
    expect(await sessionOf(config, made.headers)).toBeNull();
  });

  it("ends when the clock says so", async () => {
    const clock = stopClock();
    try {
      const { headers } = await signInAs(config, { email: "ada@example.com" });
      expect(await sessionOf(config, headers)).not.toBeNull();
      clock.pass(31 * 24 * 60 * 60);
      expect(await sessionOf(config, headers)).toBeNull();
    } finally {
      clock.restore();
    }
    expect(Math.abs(Date.now() - performance.timeOrigin - performance.now())).toBeLessThan(60_000);
  });

  it("refuses in production", async () => {
    vi.stubEnv("NODE_ENV", "production");
    await expect(signInAs(config, { email: "ada@example.com" })).rejects.toThrow(
      "latchkey/testing lets anyone sign in as anyone",
    );
  });
});

describe("signInAs", () => {
  it("finds the user who is there, changes what is said, and makes nobody twice", async () => {
    const first = await signInAs(stored, { email: "bo@example.com", role: "guest" });
    const again = await signInAs(stored, { email: "bo@example.com", role: "admin" });
    const byId = await signInAs(stored, { id: first.user.id });
    expect(again.user).toMatchObject({ id: first.user.id, role: "admin" });
    expect(byId.user).toMatchObject({ id: first.user.id, email: "bo@example.com" });
    expect(
      [...store.users.values()].filter(({ email }) => email === "bo@example.com"),
    ).toHaveLength(1);
  });

  it("works on a database, with columns of one's own", async () => {
    const db = await connect("file::memory:");
    const adapter = SqlAdapter(db, { user: { role: "text" } });
    await adapter.migrate();
    const config = defineConfig({
      secret,
      trustHost: true,
      adapter,
      providers: [github],
      callbacks: { session: ({ session, user }) => ({ ...session, role: user.role }) },
    });
    const { headers } = await signInAs(config, { email: "ada@example.com", role: "editor" });
    expect(await sessionOf(config, headers)).toMatchObject({ role: "editor" });
    await db.destroy();
  });

  it("tells what is wrong with the configuration", async () => {
    const broken = { ...jwt, session: { strategy: "database" as const } };
    await expect(signInAs(broken, { email: "a@example.com" })).rejects.toThrow(/adapter/i);
  });

  it("says so when the jwt callback lets nobody in", async () => {
    const closed = { ...jwt, callbacks: { jwt: () => null } };
    await expect(signInAs(closed, { email: "a@example.com" })).rejects.toThrow("returned null");
  });
});

const chromium = await openBrowser();
const app = express();
app.use("/auth", MiddlewareAuth(stored));
app.get("/", async (req, res) => {
  res.send(`<p>${(await getSession(req, stored))?.role ?? "nobody"}</p>`);
});
const server = app.listen(0, "127.0.0.1");
await new Promise((resolve) => server.once("listening", resolve));
afterAll(() => server.close());
const address = server.address();
const origin = `http://127.0.0.1:${typeof address === "object" && address ? address.port : 0}`;

describe.skipIf(chromium.skip)("the storage state", () => {
  it("makes a page of Playwright signed in", async () => {
    const { storageState } = await signInAs(
      stored,
      { email: "cy@example.com", role: "judge" },
      { origin },
    );
    const page = await chromium.newPage({ storageState });
    await page.goto(origin);
    expect(await page.textContent("p")).toBe("judge");
  });
});

describe("under node:test, which sets no NODE_ENV", () => {
  const script = fileURLToPath(new URL("node-test.mjs", import.meta.url));
  const env = { ...process.env, AUTH_SECRET: secret, NODE_TEST_CONTEXT: undefined };
  const runAs = (mode: string) =>
    promisify(execFile)(process.execPath, ["--test", script], { env: { ...env, NODE_ENV: mode } });

  it("signs in with NODE_ENV=test", async () => {
    expect((await runAs("test")).stdout).toMatch(/pass 2/);
  });

  it("says what to set without it", async () => {
    const failed = await runAs("").catch((problem: unknown) => problem);
    expect(String(Reflect.get(Object(failed), "stdout"))).toContain(
      "NODE_ENV is not set, so Latchkey assumes production.",
    );
  });
});
