import { mkdir, mkdtemp, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import express from "express";
import { Auth } from "latchkey";
import { MemoryAdapter } from "latchkey/adapters/memory";
import { devInbox } from "latchkey/dev";
import { MiddlewareAuth } from "latchkey/express";
import Password from "latchkey/providers/password";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { root } from "../support/bundle-sources.js";
import { Browser } from "../support/client.js";
import { latchkey } from "../support/command-line.js";
import { recorder, secret } from "../support/config.js";
import { serve } from "../support/express-host.js";
import { email, password } from "../support/password-world.js";

describe("the inbox for development as the mailer of passwords", () => {
  const configOf = (id?: string) => ({
    providers: [Password({ email: devInbox(id === undefined ? {} : { id }) })],
    adapter: MemoryAdapter(),
    secret,
    trustHost: true,
    logger: recorder().logger,
  });

  it.each([
    [undefined, "dev-inbox"],
    ["letters", "letters"],
  ])("shows its mails at its own address, id %s", async (id, name) => {
    const config = configOf(id);
    const app = express();
    app.use("/auth", MiddlewareAuth(config));
    const origin = (await serve(app)).replace("127.0.0.1", "localhost");
    const over = (request: Request) => fetch(request, { redirect: "manual" });
    const browser = new Browser(config, { origin, auth: over });
    await browser.submit("password/sign-up", { email, password });
    const page = await browser.get(`assets/${name}`);
    expect(page.status).toBe(200);
    expect(await page.text()).toContain(email);
  });

  it("is refused in production like any other provider of latchkey/dev", async () => {
    vi.stubEnv("NODE_ENV", "production");
    onTestFinished(() => void vi.unstubAllEnvs());
    const config = { ...configOf(), url: "https://app.test" };
    const response = await Auth(new Request("https://app.test/auth/signin"), config);
    expect(response.status).toBe(500);
  });
});

describe("`latchkey init --provider password`", { timeout: 60_000 }, () => {
  async function appWith(args: readonly string[]) {
    const cwd = await mkdtemp(join(tmpdir(), "latchkey-init-"));
    onTestFinished(() => rm(cwd, { recursive: true }));
    await writeFile(join(cwd, "package.json"), '{ "type": "module" }');
    await mkdir(join(cwd, "node_modules"));
    await symlink(root, join(cwd, "node_modules/latchkey"));
    const { PATH = "" } = process.env;
    const env = {
      PATH,
      NODE_ENV: "development",
      AUTH_SECRET: secret,
      DATABASE_URL: "file:./app.db",
    };
    const run = (...given: string[]) => latchkey(given, { cwd, env });
    return { made: await run("init", "--framework", "express", ...args), run };
  }

  it("writes a configuration in which the doctor finds no error, and asks for no AUTH_PASSWORD_ID", async () => {
    const { made, run } = await appWith(["--provider", "password"]);
    expect([made.status, made.out]).toEqual([0, expect.not.stringContaining("AUTH_PASSWORD")]);
    expect(made.out).toContain("SMTP_URL");
    expect((await run("migrate")).status).toBe(0);
    const { out, errors } = await run("doctor", "--config", "auth.js");
    expect(out + errors).toContain("0 errors");
  });

  it.each(["credentials", "passkey", "resend"])(
    "and for %s, which takes more than an id, it names the page that shows how",
    async (id) => {
      const { made } = await appWith(["--provider", id]);
      expect(made.status).not.toBe(0);
      expect(made.errors).toContain("docs/");
    },
  );
});
