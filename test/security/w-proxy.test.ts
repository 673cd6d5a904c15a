import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { location } from "../support/client.js";
import { world, type TestConfig, type World } from "../support/config.js";
import { oidc } from "../support/oauth/journey.js";
import { RogueProvider } from "../support/oauth/rogue.js";

let rogue: RogueProvider;
beforeAll(async () => {
  rogue = await RogueProvider.start();
});
afterAll(() => rogue.stop());
beforeEach(() => {
  rogue.reset();
});

const proxy = "https://proxy.test";

function app(overrides: Partial<TestConfig> = {}): World {
  const redirectProxyUrl = `${proxy}/auth`;
  return world("jwt", { providers: [oidc(rogue)], redirectProxyUrl, ...overrides });
}

/** A sign-in that is begun at a host, and its answer at the proxy. */
async function passOn(origin: string, [preview, stable]: readonly [World, World]) {
  const request = new URL(location(await preview.browser({ origin }).submit("signin/rogue")));
  const state = request.searchParams.get("state") ?? "";
  const query = new URLSearchParams({ code: "secret-code", state }).toString();
  return stable.browser({ origin: proxy }).get(`callback/rogue?${query}`);
}

const reason = ({ log }: World, code: string): string => {
  const cause: unknown = log.errors(code)[0]?.cause;
  return String(Reflect.get(Object(cause), "err"));
};

describe("the deployment that passes answers on", () => {
  it.each([
    ["nobody is listed", undefined, "https://evil.test"],
    ["an empty list", [], "https://preview.test"],
    ["somebody else is listed", ["https://preview.test"], "https://evil.test"],
    ["another scheme", ["https://preview.test"], "http://preview.test"],
    ["another port", ["https://preview.test"], "https://preview.test:8443"],
    ["a host that goes on", ["https://*.preview.example"], "https://a.preview.example.evil.test"],
    ["two labels for one", ["https://*.preview.example"], "https://a.b.preview.example"],
  ])(
    "W07 does not where %s: the code goes to nobody, and the log says what to set",
    async (_, redirectProxyOrigins, origin) => {
      // Whoever began it was told a false host, and has no list.
      const stable = app({ redirectProxyOrigins });
      const response = await passOn(origin, [app(), stable]);
      expect(location(response)).toBe(`${proxy}/auth/error?error=Configuration`);
      expect(reason(stable, "CallbackRouteError")).toContain("redirectProxyOrigins");
      expect(JSON.stringify(stable.log.entries)).not.toContain("secret-code");
    },
  );

  it.each([
    ["https://preview.test", "https://preview.test"],
    ["https://*.preview.example", "https://pr-7.preview.example"],
    ["https://shop-*-team.example.app", "https://shop-7f-team.example.app"],
  ])("W07 does for %s to %s", async (pattern, origin) => {
    const redirectProxyOrigins = ["https://other.test", pattern];
    const response = await passOn(origin, [app(), app({ redirectProxyOrigins })]);
    expect(location(response)).toMatch(`${origin}/auth/callback/rogue?code=secret-code`);
  });

  it("W07 is not even gone to from a host that is not listed where the sign-in begins", async () => {
    const shop = app({ redirectProxyOrigins: ["https://preview.test"] });
    const evil = shop.browser({ origin: "https://evil.test" });
    const response = await evil.submit("signin/rogue");
    expect(location(response)).toBe("https://evil.test/auth/signin?error=OAuthSignin");
    expect(reason(shop, "OAuthSignInError")).toContain("redirectProxyOrigins");
    expect(evil.cookieNames().filter((name) => name.includes("flow"))).toEqual([]);
  });
});

describe("a configuration", () => {
  it.each([
    "auth.test",
    "ftp://proxy.test/auth",
    "javascript:alert(1)",
    "https://user@proxy.test/auth",
    "https://user:password@proxy.test/auth",
  ])("W08 with redirectProxyUrl %s is refused", async (redirectProxyUrl) => {
    const shop = app({ redirectProxyUrl });
    expect((await shop.browser().get("signin")).status).toBe(500);
    expect(shop.log.codes("error")).toEqual(["InvalidProvider"]);
    expect(JSON.stringify(shop.log.entries)).not.toContain("password@");
  });

  it.each(["*", "https://*", "https://*.com", "https://*.*.test", "https://a.test/path", "a.test"])(
    "W08 with %s among redirectProxyOrigins is refused",
    async (origin) => {
      const shop = app({ redirectProxyOrigins: ["https://preview.test", origin] });
      expect((await shop.browser().get("signin")).status).toBe(500);
      expect(shop.log.codes("error")).toEqual(["InvalidProvider"]);
    },
  );
});
