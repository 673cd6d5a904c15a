import { Auth } from "latchkey";
import { describe, expect, it } from "vitest";
import { strategies, world } from "../support/config.js";

describe.each(strategies)("Y. what is around the server, strategy %s", (strategy) => {
  const get = (url: string, config: Parameters<typeof Auth>[1], headers: HeadersInit = {}) =>
    Auth(new Request(url, { headers }), config);

  it("Y09 X-Forwarded-Proto: https without being trusted is warned about once, with the cure", async () => {
    const { config, log } = world(strategy);
    for (const proto of ["https", "HTTPS, http", "https"]) {
      await get("http://app.test/auth/signin", { ...config }, { "x-forwarded-proto": proto });
    }
    const warnings = log.entries.filter(({ code }) => code === "proxy-not-trusted");
    expect(warnings).toHaveLength(1);
    expect(String(warnings[0]?.message)).toMatch(/AUTH_URL.*"trust proxy"/);
  });

  it("Y09 so is a host that is not that of AUTH_URL", async () => {
    const { config, log } = world(strategy, { url: "https://site.test" });
    for (const host of ["evil.test", "other.test", "x".repeat(10_000)]) {
      await get("https://site.test/auth/signin", config, { host });
    }
    const warnings = log.entries.filter(({ code }) => code === "host-mismatch");
    expect(warnings).toHaveLength(1);
    expect(String(warnings[0]?.message)).toMatch(/"evil\.test".*AUTH_URL is "site\.test"/);
    expect(String(warnings[0]?.message).length).toBeLessThan(1000);
  });

  it("Y09 nothing is warned about where all is well", async () => {
    const plain = world(strategy);
    await get("https://app.test/auth/signin", plain.config, { "x-forwarded-proto": "https" });
    await get("http://localhost:3000/auth/signin", plain.config, { "x-forwarded-proto": "http" });
    await get("http://localhost:3000/auth/signin", plain.config);
    expect(plain.log.codes("warn")).toEqual([]);
    const named = world(strategy, { url: "https://site.test" });
    const forwarded = { host: "127.0.0.1:3000", "x-forwarded-host": "Site.test" };
    await get("https://site.test/auth/signin", named.config);
    await get("https://site.test/auth/signin", named.config, { host: "SITE.test" });
    await get("http://127.0.0.1/auth/signin", named.config, forwarded);
    expect(named.log.codes("warn")).toEqual([]);
  });

  it.each([
    { "x-forwarded-proto": "https" },
    { origin: "https://app.test" },
    { referer: "https://app.test/auth/signin" },
  ])("Y10 with %o no address of the library leads from https to http", async (headers) => {
    const { config } = world(strategy, { pages: { error: "/oops" } });
    const page = await get("http://app.test/auth/signin?callbackUrl=/in", config, headers);
    const html = await page.text();
    expect(
      [...html.matchAll(/(?:action|href|src|data-\w+-url)="([^"]*)"/g)].length,
    ).toBeGreaterThan(0);
    expect(html).not.toMatch(/(?:action|href|src|data-\w+-url)="http:/);
    const out = await (await get("http://app.test/auth/signout", config, headers)).text();
    expect(out).not.toMatch(/(?:action|href)="http:/);
    const redirect = await get("http://app.test/auth/error?error=x", config, headers);
    expect(redirect.headers.get("location")).toBe("/oops?error=x");
    const refused = await Auth(
      new Request("http://app.test/auth/callback/credentials", { method: "POST", headers }),
      config,
    );
    expect(refused.headers.get("location")).toBe("/auth/signin?error=MissingCSRF");
  });

  it("Y10 without a sign of https, redirects name the whole address as ever", async () => {
    const { config } = world(strategy, { pages: { error: "/oops" } });
    for (const headers of [{}, { referer: "https://other.test/" }, { origin: "http://app.test" }]) {
      const redirect = await get("http://app.test/auth/error", config, headers);
      expect(redirect.headers.get("location")).toBe("http://app.test/oops");
    }
  });

  it("Y11 every answer that depends on host, cookies or forwarded headers is for nobody else", async () => {
    const { config } = world(strategy);
    const routes = ["providers", "csrf", "session", "signin", "signout", "error", "verify-request"];
    const wrong = ["callback/credentials", "callback/nope", "nothing", "signin?a=%"];
    for (const route of [...routes, ...wrong]) {
      for (const method of ["GET", "HEAD", "OPTIONS", "PUT"]) {
        const request = new Request(`https://app.test/auth/${route}`, { method });
        const response = await Auth(request, config);
        expect(response.headers.get("cache-control")).toMatch(/^private, (?:no-cache, )?no-store$/);
        expect(response.headers.get("vary")).toContain("Cookie");
      }
    }
  });
});
