import { once } from "node:events";
import { createServer } from "node:http";
import express from "express";
import { Auth } from "latchkey";
import { MiddlewareAuth } from "latchkey/express";
import { afterEach, describe, expect, it, onTestFinished, vi } from "vitest";
import { location } from "../support/client.js";
import { adasForm, people, recorder, secret, strategies, world } from "../support/config.js";
import { Visitor } from "../support/visitor.js";

afterEach(() => {
  vi.unstubAllEnvs();
});

describe.each(strategies)("D. host and forwarded headers, strategy %s", (strategy) => {
  it("D01 with a configured URL every address is of that origin, whatever host the request names", async () => {
    const { config, browser } = world(strategy, { url: "https://site.test" });
    const providers = await Auth(new Request("https://evil.test/auth/providers"), config);
    expect(JSON.stringify(await providers.json())).not.toContain("evil");
    const page = await Auth(new Request("https://evil.test/auth/signin"), config);
    const html = await page.text();
    expect(html).toContain('"/auth/callback/credentials"');
    expect(html).not.toContain("evil");
    const ours = browser({ origin: "https://evil.test" });
    const response = await ours.signIn(
      { ...adasForm, callbackUrl: "https://evil.test/x" },
      { headers: { origin: "https://site.test" } },
    );
    expect(location(response)).toBe("https://site.test");
  });

  it("D02 in production, without a URL and without trustHost, every request is refused with a clear error", async () => {
    vi.stubEnv("NODE_ENV", "production");
    const { logger, errors } = recorder();
    const config = { providers: [people], secret, logger };
    const response = await Auth(new Request("https://app.test/auth/session"), config);
    expect(response.status).toBe(500);
    expect(errors("UntrustedHost")[0]?.message).toContain("AUTH_URL");
  });

  it.each([
    { "x-forwarded-host": "evil.test" },
    { "x-forwarded-host": "a.test, b.test" },
    { "x-forwarded-host": "evil.test/path?" },
    { "x-forwarded-host": "a b" },
    { "x-forwarded-host": "" },
    { "x-forwarded-host": "user@evil" },
    { "x-forwarded-proto": "javascript" },
    { "x-forwarded-proto": "https,http" },
    { "x-forwarded-proto": "HTTPS" },
    { "x-forwarded-proto": "some:" },
    { "x-forwarded-proto": "http" },
    { forwarded: "host=evil.test;proto=http" },
    { "x-original-host": "evil.test" },
  ])("D03 D04 D05 D06 %o changes no address and no cookie of the core", async (headers) => {
    const { config } = world(strategy);
    const plain = await Auth(new Request("https://app.test/auth/csrf"), config);
    const forwarded = await Auth(new Request("https://app.test/auth/csrf", { headers }), config);
    const names = (response: Response) =>
      response.headers.getSetCookie().map((line) => line.replace(/=[^;]*/, ""));
    expect(names(forwarded)).toEqual(names(plain));
    const providers = await Auth(
      new Request("https://app.test/auth/providers", { headers }),
      config,
    );
    expect(await providers.json()).toMatchObject({
      credentials: { signinUrl: "https://app.test/auth/signin/credentials" },
    });
  });

  it("D07 the link in a mail is of the configured origin, whatever host asked for it", async () => {
    const links: string[] = [];
    const mail = {
      id: "mail",
      name: "Mail",
      type: "email",
      sendVerificationRequest: ({ url }: { url: string }) => {
        links.push(url);
      },
    } as const;
    const { adapter } = world("database");
    const ours = world(strategy, {
      url: "https://site.test",
      providers: [mail],
      adapter,
      session: { strategy },
    }).browser({ origin: "https://evil.test" });
    const headers = { origin: "https://site.test", "x-forwarded-host": "evil.test" };
    const fields = { email: "ada@example.org", callbackUrl: "https://evil.test/x" };
    await ours.submit("signin/mail", fields, { headers });
    expect(links).toHaveLength(1);
    expect(new URL(links[0] ?? "").origin).toBe("https://site.test");
    expect(links[0]).not.toContain("evil");
  });

  it("D08 a hostile first request leaves nothing behind", async () => {
    const { config, browser } = world(strategy);
    const headers = {
      "x-forwarded-host": "evil.test, \u00ff",
      "x-forwarded-proto": "gopher",
      cookie: `${"x=1; ".repeat(1000)}`,
    };
    await Auth(new Request("http://evil.test:1/auth/signin", { headers }), config);
    const ours = browser();
    await ours.signIn(adasForm);
    expect(await ours.session()).toMatchObject({ user: { name: "Ada" } });
    expect(JSON.stringify(await (await ours.get("providers")).json())).not.toContain("evil");
  });
});

describe.each([undefined, "staging", "Production"])("D09 NODE_ENV=%s", (mode) => {
  it("D09 a forged Host header gets no link mailed where nobody said that this is development", async () => {
    vi.stubEnv("NODE_ENV", mode);
    const links: string[] = [];
    const mail = {
      id: "mail",
      name: "Mail",
      type: "email",
      sendVerificationRequest: ({ url }: { url: string }) => void links.push(url),
    } as const;
    const { adapter } = world("database");
    const { logger } = recorder();
    const app = express().use(
      "/auth",
      MiddlewareAuth({ providers: [mail], adapter, secret, logger }),
    );
    const server = createServer(app).listen(0, "127.0.0.1");
    await once(server, "listening");
    onTestFinished(() => void server.close());
    const address = server.address();
    const port = typeof address === "object" && address !== null ? address.port : 0;
    const headers = { host: "evil.test", origin: "http://evil.test" };
    const attacker = new Visitor(`http://127.0.0.1:${port}`, { headers });
    const csrfToken = /"csrfToken":"([^"]+)"/.exec((await attacker.route("csrf")).text)?.[1] ?? "";
    const form = { csrfToken, email: "ada@example.org" };
    const answer = await attacker.submit("signin/mail", form).catch(() => undefined);
    expect([answer?.status ?? 500, links]).toEqual([500, []]);
  });
});
