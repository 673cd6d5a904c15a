import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import express from "express";
import { build } from "esbuild";
import { connect, SqlAdapter } from "latchkey/adapters/sql";
import { MemoryAdapter } from "latchkey/adapters/memory";
import { MiddlewareAuth } from "latchkey/express";
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from "vitest";
import { adminWorld } from "../support/admin-world.js";
import { Browser, location } from "../support/client.js";
import {
  ada,
  adasForm,
  people,
  recorder,
  secret,
  world,
  type Recorder,
} from "../support/config.js";
import { backWithCode, begin, oauth, oidc, signIn } from "../support/oauth/journey.js";
import { startOpenId } from "../support/oauth/openid.js";
import { RogueProvider } from "../support/oauth/rogue.js";

let rogue: RogueProvider;
beforeAll(async () => {
  rogue = await RogueProvider.start();
});
afterAll(() => rogue.stop());
beforeEach(() => {
  rogue.reset();
});

/** All that the log says, as text. */
function said({ entries }: Recorder): string {
  return entries
    .flatMap(({ code, message }) => [code, ...message])
    .map((one) => (one instanceof Error ? one.message : JSON.stringify(one)))
    .join("\n");
}

/** The page that a browser is sent to. */
async function pageAfter(browser: Browser, response: Response): Promise<string> {
  const { pathname, search } = new URL(location(response));
  const route = pathname.slice(browser.basePath.length + 1) + search;
  return (await browser.get(route)).text();
}

function inProduction(): void {
  vi.stubEnv("NODE_ENV", "production");
  onTestFinished(() => void vi.unstubAllEnvs());
}

describe("typical mistakes: the log names the cure, and during development the page does", () => {
  it("no secret in production: told at the first request", async () => {
    inProduction();
    const { browser, log } = world("jwt", { secret: undefined });
    const page = await browser().get("signin");
    expect(page.status).toBe(500);
    expect(await page.text()).toMatch(/reference <code dir="ltr">[0-9A-Z]{4}-[0-9A-Z]{4}</);
    expect(log.codes("error")).toEqual(["MissingSecret"]);
    expect(said(log)).toContain("npx latchkey secret");
  });

  it("no secret in production: told at start-up, before anybody comes", async () => {
    inProduction();
    const log = recorder();
    const env = { AUTH_SECRET: undefined, NEXTAUTH_SECRET: undefined };
    for (const [name, value] of Object.entries(env)) vi.stubEnv(name, value);
    const app = express();
    app.use("/auth", MiddlewareAuth({ providers: [people], trustHost: true, logger: log.logger }));
    await vi.waitFor(() => {
      expect(log.codes("error")).toEqual(["MissingSecret"]);
    });
    expect(said(log)).toContain("npx latchkey secret");
  });

  it("AUTH_URL of another host: a warning names both", async () => {
    const { browser, log } = world("jwt", { url: "https://shop.test" });
    await browser({ origin: "https://app.test" }).get("signin");
    expect(log.codes("warn")).toEqual(["host-mismatch"]);
    expect(said(log)).toMatch(/app\.test.*shop\.test/);
  });

  it("AUTH_URL without its scheme: says what it must look like", async () => {
    const { browser, log } = world("jwt", { url: "app.test" });
    const page = await (await browser().get("signin")).text();
    expect(said(log)).toContain("https://example.com");
    expect(page).toContain("What to do");
    expect(page).toContain("with its scheme");
  });

  it("a proxy that ends TLS and is not trusted: both origins, and how to trust it", async () => {
    const { browser, log } = world("jwt");
    const ours = browser({ origin: "http://app.test" });
    const headers = {
      "x-forwarded-proto": "https",
      origin: "https://app.test",
      "sec-fetch-site": null,
    };
    const response = await ours.submit("callback/credentials", adasForm, { headers });
    expect(location(response)).toContain("error=MissingCSRF");
    expect(said(log)).toContain("set AUTH_URL to the site's https URL");
    expect(said(log)).toContain("trust proxy");
  });

  it("a redirect URI that is not registered: nobody comes back, and the next try says which to register", async () => {
    const provider = await startOpenId({ client: { redirect_uris: ["https://other.test/x"] } });
    onTestFinished(() => provider.stop());
    const config = { ...oidc(rogue), id: "op", issuer: provider.issuer };
    const { browser, log } = world("jwt", { providers: [config] });
    const ours = browser();
    const atProvider = await fetch(await begin(ours, "signin/op"));
    expect(atProvider.status).toBe(400);
    expect(log.entries).toEqual([]);
    await begin(ours, "signin/op");
    expect(log.codes("warn")).toEqual(["redirect-uri"]);
    expect(said(log)).toContain("https://app.test/auth/callback/op");
  });

  it("no client id: names the provider and the variable", async () => {
    const { browser, log } = world("jwt", { providers: [oidc(rogue, { clientId: undefined })] });
    const ours = browser();
    const page = await pageAfter(ours, await ours.submit("signin/rogue"));
    expect(said(log)).toContain("AUTH_ROGUE_ID");
    expect(page).toContain("AUTH_ROGUE_ID");
  });

  it("a wrong client secret at an OpenID provider: says so, and which variables", async () => {
    const provider = await startOpenId();
    onTestFinished(() => provider.stop());
    const wrong = {
      id: "op",
      issuer: provider.issuer,
      clientSecret: "not the one of the provider",
    };
    const { browser, log } = world("jwt", { providers: [{ ...oidc(rogue), ...wrong }] });
    const ours = browser();
    const { url } = await provider.visit(await begin(ours, "signin/op"));
    const page = await pageAfter(ours, await ours.get(`callback/op${url.search}`));
    expect(said(log)).toContain("AUTH_OP_SECRET");
    expect(page).toContain("AUTH_OP_SECRET");
    expect(page).not.toContain("not the one of the provider");
  });

  it("a wrong client secret at an OAuth provider that answers 200: the same", async () => {
    rogue.answers.set("/token", { json: { error: "incorrect_client_credentials" } });
    const { browser, log } = world("jwt", { providers: [oauth(rogue)] });
    const ours = browser();
    const page = await pageAfter(ours, await signIn(ours, rogue));
    expect(said(log)).toContain("AUTH_ROGUE_SECRET");
    expect(page).toContain("AUTH_ROGUE_SECRET");
  });

  it("a wrong path in the issuer: says where the document must be", async () => {
    const provider = oidc(rogue, { issuer: `${rogue.issuer}/realms/typo` });
    const { browser, log } = world("jwt", { providers: [provider] });
    const ours = browser();
    const page = await pageAfter(ours, await ours.submit("signin/rogue"));
    expect(said(log)).toContain("AUTH_ROGUE_ISSUER");
    expect(page).toContain("/.well-known/openid-configuration");
  });

  it("no tables: says `npx latchkey migrate`", async () => {
    const folder = mkdtempSync(join(tmpdir(), "latchkey-mistakes-"));
    const db = await connect(`file:${join(folder, "empty.db")}`);
    onTestFinished(() => db.destroy());
    const { browser, log } = world("jwt", { adapter: SqlAdapter(db), providers: [oidc(rogue)] });
    const ours = browser();
    const page = await pageAfter(ours, await signIn(ours, rogue));
    expect(said(log)).toContain("npx latchkey migrate");
    expect(page).toContain("npx latchkey migrate");
  });

  it("the database is down: says that it is, when a session is read too", async () => {
    const db = await connect("postgres://nobody:x@127.0.0.1:9/none");
    onTestFinished(() => db.destroy());
    const { browser, log } = world("database", { adapter: SqlAdapter(db) });
    const ours = browser();
    ours.plant("__Secure-authjs.session-token", crypto.randomUUID());
    expect((await ours.get("session")).status).toBe(503);
    expect(said(log)).toContain("The database is down, or not at this address.");
    expect(said(log)).toContain("DATABASE_URL");
  });

  it("a wrong base path: the 404 says where the routes are", async () => {
    const { config } = world("jwt", { basePath: "/api/auth" });
    const response = await new Browser(config, { basePath: "/auth" }).get("signin");
    expect(response.status).toBe(404);
    expect(await response.json()).toEqual({
      message: "Nothing is at this URL: the routes are under /api/auth/.",
    });
  });

  it("no trusted host: says AUTH_URL and AUTH_TRUST_HOST", async () => {
    const { browser, log } = world("jwt", { trustHost: undefined });
    const page = await (await browser().get("signin")).text();
    expect(said(log)).toMatch(/AUTH_URL.*AUTH_TRUST_HOST/s);
    expect(page).toContain("AUTH_TRUST_HOST");
  });

  it("cookies are blocked: the log says that none came", async () => {
    const { config, log } = world("jwt");
    const csrfToken = await new Browser(config).csrfToken();
    const response = await new Browser(config).post("callback/credentials", {
      ...adasForm,
      csrfToken,
    });
    expect(location(response)).toContain("error=MissingCSRF");
    expect(said(log)).toContain("The browser sent no CSRF cookie");
    expect(said(log)).toContain("Allow cookies");
  });

  it("the clock is off by 20 minutes: says clock", async () => {
    const past = Math.floor(Date.now() / 1000) - 20 * 60;
    rogue.idToken = { claims: { iat: past - 300, exp: past } };
    const { browser, log } = world("jwt", { providers: [oidc(rogue)] });
    const ours = browser();
    const page = await pageAfter(ours, await signIn(ours, rogue));
    expect(said(log)).toContain("Turn on NTP on this server");
    expect(page).toContain("Turn on NTP on this server");
  });

  it("two instances with different secrets: sessions, forms and sign-ins say so", async () => {
    const one = world("jwt", { providers: [people, oidc(rogue)] });
    const other = world("jwt", { ...one.config, secret: `${secret} but another one` });
    const [here, there] = [new Browser(one.config), new Browser(other.config)];
    const log = one.log;
    await here.signIn(adasForm);
    const request = await begin(here);
    for (const name of here.cookieNames()) there.plant(name, here.cookie(name) ?? "");
    expect(await there.session()).toBeNull();
    expect(log.codes("warn")).toContain("other-secret");
    const back = await there.get(backWithCode(rogue, request));
    expect(location(back)).toContain("error=InvalidCheck");
    expect(await pageAfter(there, back)).toContain("Set the same AUTH_SECRET on every instance");
    const csrfToken = "0".repeat(64);
    await there.post("callback/credentials", { ...adasForm, csrfToken });
    expect(said(log).match(/Set the same AUTH_SECRET on every instance/g)?.length).toBeGreaterThan(
      2,
    );
  });

  it("callbacks that forgot their return: each is named", async () => {
    // @ts-expect-error -- it returns nothing, which is the mistake
    const nothing: () => never = () => undefined;
    const gate = world("jwt", { callbacks: { signIn: nothing } });
    const ours = gate.browser();
    const page = await pageAfter(ours, await ours.signIn(adasForm));
    expect(page).toContain("Return true at the end of `callbacks.signIn`".replaceAll("`", "&#96;"));
    expect(said(gate.log)).toContain("ended without a return");
    for (const name of ["jwt", "session"] as const) {
      const { browser, log } = world("jwt", { callbacks: { [name]: nothing } });
      const visitor = browser();
      await visitor.signIn(adasForm);
      await visitor.session();
      expect(log.codes("warn")).toEqual(["callback-returned-nothing"]);
      expect(said(log)).toContain(`The \`${name}\` callback returned nothing`);
    }
  });

  it("a plugin that refuses, such as for a ban: not the `signIn` callback", async () => {
    const { acts, browser, log } = adminWorld("jwt", { overrides: { debug: true } });
    await acts.ban(ada.id, { reason: "Spam" });
    await browser().signIn(adasForm);
    expect(said(log)).toContain(`The user ${ada.id} is banned.`);
    expect(said(log)).toContain("A plugin doesn't let this user in.");
    expect(said(log)).not.toContain("The `signIn` callback");
  });

  it("a callback that throws: its message is in the log, and that it counts as no", async () => {
    const callbacks = {
      signIn: () => {
        throw new Error("teams is not defined");
      },
    };
    const { browser, log } = world("jwt", { callbacks });
    const ours = browser();
    const page = await pageAfter(ours, await ours.signIn(adasForm));
    expect(said(log)).toContain("teams is not defined");
    expect(page).toContain("threw an error, which counts as false");
  });

  it("an adapter that is none, or was not called: says what to give", async () => {
    const { browser, log } = world("database", { adapter: {} });
    const page = await (await browser().get("signin")).text();
    expect(log.codes("error")).toEqual(["MissingAdapterMethods"]);
    expect(page).toContain("SqlAdapter(db)");
    // The sign-in page works without the store; a function is called when it is needed.
    // @ts-expect-error What JavaScript may pass.
    const late = world("database", { adapter: () => MemoryAdapter });
    await late.browser().signIn(adasForm);
    expect(late.log.codes("error")).toContain("MissingAdapterMethods");
  });

  it("a session too big for cookies: says what is large, and where to keep it", async () => {
    const callbacks = { jwt: () => ({ sub: "1", teams: "x".repeat(20_000) }) };
    const { browser, log } = world("jwt", { callbacks });
    const ours = browser();
    const page = await pageAfter(ours, await ours.signIn(adasForm));
    expect(said(log)).toContain("`teams`");
    expect(page).toContain("Keep ids in the token");
  });

  it("an error of several at once is opened to the last", async () => {
    const failing = new AggregateError(
      [new Error("IPv6 refused"), new Error("IPv4 refused")],
      "all addresses failed",
    );
    const error = vi.spyOn(console, "error").mockImplementation(() => undefined);
    onTestFinished(() => error.mockRestore());
    const { adapter } = world("database");
    const broken = { ...adapter, getSessionAndUser: () => Promise.reject(failing) };
    const ours = world("database", { adapter: broken, logger: undefined }).browser();
    ours.plant("__Secure-authjs.session-token", crypto.randomUUID());
    await ours.session();
    const [line] = error.mock.calls.flat().map(String);
    expect(line).toMatch(/all addresses failed.*IPv6 refused.*IPv4 refused.*To do: .*Reference: /);
    expect(line).not.toMatch(/\n| at .*\.ts:\d/);
  });

  it("the page of one browser is not told to another, nor after a minute", async () => {
    const { browser } = world("jwt", { providers: [oidc(rogue, { issuer: `${rogue.issuer}/x` })] });
    const [ours, other] = [browser(), browser()];
    const response = await ours.submit("signin/rogue");
    expect(location(response)).not.toMatch(/[0-9A-Z]{4}-[0-9A-Z]{4}/);
    expect(await pageAfter(ours, response)).toContain("AUTH_ROGUE_ISSUER");
    expect(await pageAfter(other, response)).not.toContain("AUTH_ROGUE_ISSUER");
    vi.useFakeTimers({ now: Date.now() + 61_000, toFake: ["Date"] });
    onTestFinished(() => void vi.useRealTimers());
    expect(await pageAfter(ours, response)).not.toContain("AUTH_ROGUE_ISSUER");
  });

  it("server code in a client component fails the build", { timeout: 60_000 }, async () => {
    for (const door of ["latchkey", "latchkey/next", "latchkey/express"]) {
      const built = build({
        stdin: { contents: `export * from "${door}";`, resolveDir: process.cwd() },
        bundle: true,
        write: false,
        platform: "browser",
        format: "esm",
        logLevel: "silent",
      });
      await expect(built).rejects.toThrow(/resolve|exported/i);
    }
    for (const door of ["latchkey/react", "latchkey/errors", "latchkey/webauthn"]) {
      const contents = `export * from "${door}";`;
      const stdin = { contents, resolveDir: process.cwd() };
      await build({ stdin, bundle: true, write: false, external: ["react"], format: "esm" });
    }
  });
});
