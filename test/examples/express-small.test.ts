import { readFile } from "node:fs/promises";
import type { AddressInfo } from "node:net";
import { signInAs } from "latchkey/testing";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { openInbox } from "../support/inbox.js";
import { freshPostgres } from "../support/services.js";

const folder = new URL("../../examples/express-small/", import.meta.url);
const database = await freshPostgres();
const inbox = await openInbox();

describe("the application of the comparison", () => {
  it("has at most forty lines, and no cast", async () => {
    const code = await readFile(new URL("app.ts", folder), "utf8");
    const start = await readFile(new URL("main.ts", folder), "utf8");
    const lines = `${code}${start}`.split("\n").filter((line) => line.trim() !== "");
    expect(lines.length).toBeLessThanOrEqual(40);
    expect(code).not.toMatch(/\bas (?!const)\w|\bany\b|@ts-|!\./);
  });
});

describe.skipIf(database.skip)("on PostgreSQL", async () => {
  vi.stubEnv("DATABASE_URL", database.url);
  vi.stubEnv("SMTP_URL", `smtp://127.0.0.1:${inbox.server.port}?ignoreTLS=true`);
  vi.stubEnv("AUTH_SECRET", "a secret that is long enough for anybody to use");
  for (const id of ["GITHUB", "GOOGLE"]) {
    vi.stubEnv(`AUTH_${id}_ID`, "id");
    vi.stubEnv(`AUTH_${id}_SECRET`, "secret");
  }
  const { adapter, app, config } = await import("../../examples/express-small/app.js");
  const server = app.listen(0, "127.0.0.1");
  let origin = "";

  beforeAll(async () => {
    await adapter.migrate();
    const address: AddressInfo | string | null = server.address();
    origin = `http://127.0.0.1:${typeof address === "object" && address ? address.port : 0}`;
  });
  afterAll(() => {
    server.close();
    vi.unstubAllEnvs();
  });

  const jar = new Map<string, string>();
  async function send(path: string, fields?: Record<string, string>) {
    const cookie = Array.from(jar, ([name, value]) => `${name}=${value}`).join("; ");
    const post = fields && { method: "POST", body: new URLSearchParams(fields) };
    const headers = { cookie, ...(fields && { origin }) };
    const response = await fetch(origin + path, { ...post, headers, redirect: "manual" });
    for (const line of response.headers.getSetCookie()) {
      const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      if (value === "") jar.delete(name);
      else jar.set(name, value);
    }
    return response;
  }
  async function submit(path: string, fields: Record<string, string>) {
    const answer = await (await send("/auth/csrf")).text();
    const csrfToken = /"csrfToken":"([^"]+)"/.exec(answer)?.[1] ?? "";
    return send(path, { csrfToken, ...fields });
  }
  const ada = { email: "Ada@example.com", password: "correct horse" };

  it("signs up, refuses a wrong password, signs in, protects its API and signs out", async () => {
    expect((await send("/api/me")).status).toBe(401);
    await send("/people", ada);
    await submit("/auth/callback/credentials", { ...ada, password: "wrong" });
    expect((await send("/api/me")).status).toBe(401);
    await submit("/auth/callback/credentials", ada);
    const me = await send("/api/me");
    expect(await me.json()).toEqual({ email: "ada@example.com", role: "reader" });
    await submit("/auth/signout", {});
    expect((await send("/api/me")).status).toBe(401);
  });

  it("keeps no password as it is", async () => {
    const row = await adapter.getUserByEmail("ada@example.com");
    expect(row?.hash).toMatch(/^[\da-f]{64}$/);
    expect(JSON.stringify(row)).not.toContain(ada.password);
  });

  it("sends people to GitHub and to Google's discovery, and mails a link", async () => {
    const github = await submit("/auth/signin/github", {});
    expect(github.headers.get("location")).toContain("https://github.com/login/oauth/authorize");
    await submit("/auth/signin/nodemailer", { email: "bo@example.com" });
    expect(inbox.newest().recipients).toEqual(["bo@example.com"]);
    const page = await (await send("/auth/signin")).text();
    expect(page).toContain("Google");
  });

  it("tells the role, typed: the test kit signs in as an admin", async () => {
    const { headers } = await signInAs(config, { email: "cy@example.com", role: "admin" });
    const me = await fetch(`${origin}/api/me`, { headers });
    expect(await me.json()).toEqual({ email: "cy@example.com", role: "admin" });
  });
});
