import { customFetch } from "latchkey";
import type { OIDCConfig } from "latchkey/providers";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { location } from "../support/client.js";
import { day, useClock } from "../support/clock.js";
import { world, type TestConfig } from "../support/config.js";
import { backWithCode, begin, oauth, oidc, signIn } from "../support/oauth/journey.js";
import { signInPage } from "../support/oauth/refused.js";
import { RogueProvider, type Answer } from "../support/oauth/rogue.js";

let rogue: RogueProvider;
beforeAll(async () => {
  rogue = await RogueProvider.start();
});
afterAll(() => rogue.stop());
beforeEach(() => {
  rogue.reset();
});

const app = (provider: OIDCConfig, overrides: Partial<TestConfig> = {}) =>
  world("database", { providers: [provider], ...overrides });

const documentPath = "/.well-known/openid-configuration";

/** A provider on the internet, played by a function: what it is asked, and what it answers. */
function distant(answer: (url: URL) => Response | undefined, issuer = "https://idp.test") {
  const asked: string[] = [];
  const fetch = async (...args: Parameters<typeof globalThis.fetch>): Promise<Response> => {
    const url = new URL(new Request(...args).url);
    asked.push(url.href);
    return answer(url) ?? new Response(null, { status: 404 });
  };
  const provider: OIDCConfig = {
    ...{ id: "rogue", name: "Distant", type: "oidc", issuer },
    ...{ clientId: "client-1", clientSecret: "secret-1", [customFetch]: fetch },
  };
  return { asked, provider };
}

const documentOf = (changes: Readonly<Record<string, unknown>> = {}, issuer = "https://idp.test") =>
  Response.json({
    issuer,
    authorization_endpoint: `${issuer}/authorize`,
    token_endpoint: `${issuer}/token`,
    userinfo_endpoint: `${issuer}/userinfo`,
    jwks_uri: `${issuer}/jwks`,
    ...changes,
  });

describe("addresses that a server must not be talked into asking", () => {
  const inside = [
    "http://idp.test/x",
    "http://169.254.169.254/latest/meta-data",
    "https://169.254.169.254/latest/meta-data",
    "https://[::1]/x",
    "https://[fe80::1]/x",
    "https://[fd00::1]/x",
    "https://[::ffff:10.0.0.1]/x",
    "https://10.1.2.3/x",
    "https://172.16.0.1/x",
    "https://192.168.1.1/x",
    "https://127.0.0.1/x",
    "https://2130706433/x",
    "https://0x7f.1/x",
    "https://localhost/x",
    "https://db.localhost/x",
    "https://0.0.0.0/x",
    "https://localhost./x",
    "https://100.64.0.1/x",
    "https://192.0.0.192/x",
    "https://198.18.0.1/x",
    "https://224.0.0.1/x",
    "https://255.255.255.255/x",
    "https://[64:ff9b::a00:1]/x",
    "https://[2002:a00:1::]/x",
    "https://[2001::1]/x",
    "file:///etc/passwd",
    "data:application/json,{}",
  ];
  const endpoints = [
    ...["authorization_endpoint", "token_endpoint", "userinfo_endpoint", "jwks_uri"],
  ];

  it.each(inside)(
    "Q01 %s, named by a provider's metadata: the sign-in does not start",
    async (url) => {
      for (const name of endpoints) {
        const { asked, provider } = distant(() => documentOf({ [name]: url }));
        const shop = app(provider);
        const response = await shop.browser().submit("signin/rogue");
        expect(location(response)).toBe(signInPage("OAuthSignin"));
        expect(asked).toEqual([`https://idp.test${documentPath}`]);
      }
    },
  );

  it.each(["http://idp.test", "http://10.0.0.1", "http://169.254.169.254", "ftp://idp.test"])(
    "Q01 the issuer %s without TLS: not asked",
    async (issuer) => {
      const { asked, provider } = distant(() => documentOf({}, issuer), issuer);
      const response = await app(provider).browser().submit("signin/rogue");
      expect(response.headers.get("location")).not.toContain("authorize");
      expect(asked).toEqual([]);
    },
  );

  it.each([documentPath, "/jwks", "/token", "/userinfo"])(
    "Q01 %s redirects elsewhere: not followed, and nobody signs in",
    async (path) => {
      const elsewhere = new URL(`${rogue.issuer}/inside`);
      // A document may be elsewhere on its own origin, but not on another one.
      if (path === documentPath) elsewhere.hostname = otherName(elsewhere.hostname);
      const headers = { location: elsewhere.href };
      rogue.answers.set(path, { status: 302, text: "", headers });
      const shop = app(oidc(rogue, { idToken: false }));
      const tab = shop.browser();
      const first = await tab.submit("signin/rogue");
      const target = new URL(location(first));
      if (target.href.startsWith(rogue.issuer)) await tab.get(backWithCode(rogue, target));
      expect(await tab.session()).toBeNull();
      expect(rogue.count(path)).toBe(1);
      expect(rogue.count("/inside")).toBe(0);
    },
  );
});

describe("a provider that takes its time", () => {
  const slow: Answer = {
    raw: (response) => {
      response.writeHead(200, { "content-type": "application/json" });
      const drip = setInterval(() => response.write(" "), 50);
      response.on("close", () => clearInterval(drip));
    },
  };
  const endless: Answer = {
    raw: (response) => {
      response.writeHead(200, { "content-type": "application/json" });
      const pour = setInterval(() => response.write(" ".repeat(256 * 1024)), 5);
      response.on("close", () => clearInterval(pour));
    },
  };
  const silent: Answer = { raw: () => undefined };
  const places = [documentPath, "/jwks", "/token", "/userinfo"];
  const cases = places.flatMap((path): [string, string, Answer][] => [
    ["says nothing", path, silent],
    ["drips", path, slow],
    ["never ends", path, endless],
  ]);

  it.each(cases)("Q02 %s at %s: given up in time, and nobody signs in", async (_, path, answer) => {
    rogue.answers.set(path, answer);
    const shop = app(oidc(rogue, { idToken: false }), { timeout: 600 });
    const tab = shop.browser();
    const started = performance.now();
    const target = new URL(location(await tab.submit("signin/rogue")));
    if (target.href.startsWith(rogue.issuer)) await tab.get(backWithCode(rogue, target));
    expect(performance.now() - started).toBeLessThan(5_000);
    expect(await tab.session()).toBeNull();
    expect(shop.log.codes("error")).toHaveLength(1);
  });
});

describe("the picture of a profile", () => {
  it("Q03 is passed on as text and never fetched", async () => {
    const picture = `${rogue.issuer}/picture`;
    rogue.idToken = { claims: { picture } };
    rogue.answers.set("/userinfo", { json: { ...rogue.person, picture } });
    for (const provider of [oidc(rogue), oidc(rogue, { idToken: false })]) {
      const tab = app(provider).browser();
      await signIn(tab, rogue);
      expect(await tab.session()).toMatchObject({ user: { image: picture } });
      await tab.get("signin");
    }
    expect(rogue.count("/picture")).toBe(0);
  });

  it("Q03 that names an address inside is not fetched either", async () => {
    const picture = "http://169.254.169.254/latest/meta-data";
    rogue.answers.set("/userinfo", { json: { id: 7, name: "Pat", picture } });
    const profile = () => ({ id: "7", name: "Pat", image: picture });
    const shop = world("database", { providers: [oauth(rogue, { profile })] });
    const tab = shop.browser();
    await signIn(tab, rogue);
    expect(await tab.session()).toMatchObject({ user: { image: picture } });
    expect(rogue.paths()).toEqual(["/token", "/userinfo"]);
  });
});

describe("a storm of sign-ins", () => {
  const clock = useClock();
  const many = 1000;

  it("Q04 a thousand at once ask for the provider's metadata once, and again a day later", async () => {
    const { asked, provider } = distant(() => documentOf());
    const shop = app(provider);
    const targets = await Promise.all(Array.from({ length: many }, () => begin(shop.browser())));
    expect(targets.every(({ host }) => host === "idp.test")).toBe(true);
    expect(asked).toHaveLength(1);
    clock.pass(day + 1);
    await Promise.all(Array.from({ length: 10 }, () => begin(shop.browser())));
    expect(asked).toHaveLength(2);
  });

  it("Q04 a provider that is down is asked once in five seconds, and works as soon as it is back", async () => {
    let isDown = true;
    const { asked, provider } = distant(() =>
      isDown ? new Response(null, { status: 503 }) : documentOf(),
    );
    const shop = app(provider);
    const press = () => shop.browser().submit("signin/rogue");
    const refused = await Promise.all(Array.from({ length: 200 }, press));
    expect(new Set(refused.map(location))).toEqual(new Set([signInPage("OAuthSignin")]));
    clock.pass(4);
    await press();
    expect(asked).toHaveLength(1);
    isDown = false;
    clock.pass(2);
    expect(location(await press())).toContain("https://idp.test/authorize");
    expect(asked).toHaveLength(2);
  });
});

/** The same machine by another name. */
function otherName(hostname: string): string {
  return hostname === "localhost" ? "127.0.0.1" : "localhost";
}
