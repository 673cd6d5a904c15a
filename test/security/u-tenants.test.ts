import { Auth } from "latchkey";
import { decode, encode, getToken, getUncheckedToken } from "latchkey/jwt";
import { authjsMigration } from "latchkey/plugins/authjs-migration";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { Browser } from "../support/client.js";
import { ada, adasForm, secret, strategies, world, type TestConfig } from "../support/config.js";
import { RogueProvider } from "../support/oauth/rogue.js";
import { Mint, places, type Place, type Secret } from "../support/purposes.js";

const salt = "__Secure-authjs.session-token";

let rogue: RogueProvider;
beforeAll(async () => {
  rogue = await RogueProvider.start();
});
afterAll(() => rogue.stop());

/** What was minted at one site, where it's good for something at another one with the same secret. */
const taken: readonly (readonly [Place, Secret])[] = [
  ["the session cookie", "session"],
  ["the CSRF cookie", "CSRF cookie"],
  ["the state that a proxy passes on", "proxied address"],
  ["the parameter prove", "ask for a proof"],
  ["the cookie that asks for a proof", "ask for a proof"],
  ["the proof cookie", "proof cookie"],
];
/** What is worth something in one browser or one store only, whatever the tenant. */
const own: readonly (readonly [Place, Secret])[] = [
  ["a flow cookie", "flow cookie"],
  ["the parameter state", "state"],
  ["a challenge cookie", "challenge cookie"],
  ["the mail cookie", "mail cookie"],
  ["the token of a link", "mail token"],
  ["the field token", "mail token"],
];

/** Which of them is accepted at the second site. */
async function accepted(first: Partial<TestConfig>, second: Partial<TestConfig>): Promise<Place[]> {
  const found: Place[] = [];
  const [there, here] = [new Mint("jwt", rogue, first), new Mint("jwt", rogue, second)];
  for (const [place, kind] of [...taken, ...own]) {
    const { values } = await there.strike();
    const struck = await here.strike();
    expect(values[kind], kind).not.toBe("");
    if (await places[place](struck, values[kind])) found.push(place);
  }
  return found;
}

describe("U19 one secret and two databases: what one tenant gave is nothing at the other", () => {
  it("U19 without `tenant`, sessions and more go from one to the other", async () => {
    expect(await accepted({}, {})).toEqual(taken.map(([place]) => place));
  }, 120_000);

  it.each<[string, Partial<TestConfig>, Partial<TestConfig>]>([
    ["of another tenant", { tenant: "a" }, { tenant: "b" }],
    ["of a tenant that is written alike", { tenant: "a" }, { tenant: "A" }],
    ["of none", {}, { tenant: "b" }],
    ["of a tenant, where there is none", { tenant: "a" }, {}],
  ])(
    "U19 nothing %s is accepted",
    async (_, first, second) => {
      expect(await accepted(first, second)).toEqual([]);
    },
    120_000,
  );

  it.each(strategies)(
    "U19 at its own tenant everything works, strategy %s",
    async (strategy) => {
      const mint = new Mint(strategy, rogue, { tenant: "a" });
      for (const [place, kind] of [...taken, ...own]) {
        const struck = await mint.strike();
        expect(await places[place](struck, struck.values[kind]), place).toBe(true);
      }
    },
    120_000,
  );
});

describe("U20 a tenant is bound by whatever the secret is", () => {
  const reads = async (config: TestConfig, token: string) => {
    const browser = new Browser(config);
    browser.plant(salt, token);
    return (await browser.session()) !== null;
  };
  const tokenOf = async (config: TestConfig) => {
    const browser = new Browser(config);
    await browser.signIn(adasForm);
    return browser.sessionToken() ?? "";
  };
  const at = (tenant: string, options: Partial<TestConfig> = {}): TestConfig =>
    world("jwt", { tenant, ...options }).config;

  it("U20 the session's own secret, and an older one", async () => {
    const other = "a secret of sessions alone, long enough";
    const jwt = { secret: other };
    expect(await reads(at("a", { jwt }), await tokenOf(at("a", { jwt })))).toBe(true);
    expect(await reads(at("b", { jwt }), await tokenOf(at("a", { jwt })))).toBe(false);
    const rotated = { secret: [other, secret] };
    expect(await reads(at("a", rotated), await tokenOf(at("a")))).toBe(true);
    expect(await reads(at("b", rotated), await tokenOf(at("a")))).toBe(false);
  });

  it("U20 a configuration whose `tenant` is changed for each request", async () => {
    const config = at("a");
    const token = await tokenOf(config);
    for (const [tenant, isRead] of [
      ["b", false],
      ["a", true],
      ["b", false],
    ] as const) {
      config.tenant = tenant;
      expect(await reads(config, token)).toBe(isRead);
      expect(await reads({ ...config }, token)).toBe(isRead);
    }
  });

  it("U20 what Auth.js made with the secret is refused, and read without the option", async () => {
    const token = await encode({ token: { sub: ada.id, name: ada.name }, secret, salt });
    expect(await reads(at("a"), token)).toBe(false);
    expect(await reads(world("jwt").config, token)).toBe(true);
  });
});

describe("U21 latchkey/jwt knows tenants", () => {
  it("U21 a token is read for its tenant alone", async () => {
    const token = await encode({ token: { sub: "1" }, secret, salt, tenant: "a" });
    const req = { headers: { cookie: `${salt}=${token}` } };
    const sent = { req, secret, secureCookie: true };
    expect(await decode({ token, secret, salt, tenant: "a" })).toMatchObject({ sub: "1" });
    await expect(decode({ token, secret, salt, tenant: "b" })).rejects.toThrow("no-key");
    await expect(decode({ token, secret, salt })).rejects.toThrow("no-key");
    expect(await getUncheckedToken({ ...sent, tenant: "a" })).toMatchObject({ sub: "1" });
    expect(await getUncheckedToken({ ...sent, tenant: "b" })).toBeNull();
    expect(await getUncheckedToken(sent)).toBeNull();
  });

  it("U21 getToken takes it from the configuration", async () => {
    const token = await encode({ token: { sub: "1" }, secret, salt, tenant: "a" });
    const req = { headers: { cookie: `${salt}=${token}` } };
    const config = { ...world("jwt", { tenant: "a" }).config, url: "https://app.test" };
    expect(await getToken({ req, config })).toMatchObject({ sub: "1" });
    expect(await getToken({ req, config: { ...config, tenant: "b" } })).toBeNull();
  });
});

describe("U22 a tenant that isn't known, or can't be bound, is an error at the start", () => {
  const until = new Date(Date.now() + 1e9);
  it.each<[string, object, string]>([
    ["undefined", { tenant: undefined }, "`tenant` must be the name"],
    ["null", { tenant: null }, "`tenant` must be the name"],
    ["empty", { tenant: "" }, "`tenant` must be the name"],
    ["blank", { tenant: " " }, "`tenant` must be the name"],
    ["an object", { tenant: { id: "a" } }, "`tenant` must be the name"],
    ["custom tokens", { tenant: "a", jwt: { encode: () => "" } }, "`jwt.encode`"],
    ["custom tokens", { tenant: "a", jwt: { decode: () => null } }, "`jwt.decode`"],
    ["a move", { tenant: "a", plugins: [authjsMigration({ until })] }, '"authjs-migration"'],
  ])("U22 %s", async (_, options, message) => {
    const { config, log } = world("jwt");
    const response = await Auth(new Request("https://app.test/auth/session"), {
      ...config,
      ...options,
    });
    expect(response.status).toBe(500);
    expect(log.errors("InvalidConfiguration")[0]?.message).toContain(message);
  });
});

describe("U23 without `tenant` keys are those of Auth.js", () => {
  it("U23 a secret's tokens stay readable by another library, with a tenant they aren't", async () => {
    const peer = await import("@auth/core/jwt");
    const made = (tenant?: string) =>
      encode({ token: { sub: "1" }, secret, salt, ...(tenant !== undefined && { tenant }) });
    expect(await peer.decode({ token: await made(), secret, salt })).toMatchObject({ sub: "1" });
    await expect(peer.decode({ token: await made("a"), secret, salt })).rejects.toThrow();
  });
});
