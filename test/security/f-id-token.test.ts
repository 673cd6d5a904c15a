import { createHmac } from "node:crypto";
import { exportSPKI, importJWK, SignJWT } from "jose";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { location } from "../support/client.js";
import { useClock } from "../support/clock.js";
import { world, type TestConfig, type World } from "../support/config.js";
import { backWithCode, begin, oidc, signIn } from "../support/oauth/journey.js";
import { expectRefused } from "../support/oauth/refused.js";
import { RogueProvider, signingKey, type IdTokenChanges } from "../support/oauth/rogue.js";

let rogue: RogueProvider;
beforeAll(async () => {
  rogue = await RogueProvider.start();
});
afterAll(() => rogue.stop());
beforeEach(() => {
  rogue.reset();
});

// Without a nonce, so that what is refused here is refused for its own fault alone.
const app = (overrides: Partial<TestConfig> = {}): World =>
  world("database", { providers: [oidc(rogue, { checks: ["pkce"] })], ...overrides });

async function expectTokenRefused(idToken: string, shop = app()): Promise<void> {
  rogue.tokens = { id_token: idToken };
  const tab = shop.browser();
  const response = await signIn(tab, rogue);
  await expectRefused(shop, { tab, response, code: "CallbackRouteError" });
  // Nothing is asked of the provider after that.
  expect(rogue.paths().at(-1)).not.toBe("/userinfo");
}

async function expectClaimsRefused(changes: IdTokenChanges, shop = app()): Promise<void> {
  rogue.idToken = changes;
  const tab = shop.browser();
  const response = await signIn(tab, rogue);
  await expectRefused(shop, { tab, response, code: "CallbackRouteError" });
}

async function expectAccepted(shop = app()): Promise<void> {
  const tab = shop.browser();
  const response = await signIn(tab, rogue);
  expect(shop.log.codes("error")).toEqual([]);
  expect(location(response)).toBe("https://app.test");
}

const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString("base64url");

function claims(): Record<string, unknown> {
  const now = Math.floor(Date.now() / 1000);
  return { iss: rogue.issuer, aud: "client-1", sub: "person-1", iat: now, exp: now + 300 };
}

describe("the signature of an ID token", () => {
  it("F01 is garbage: refused", async () => {
    const [header, payload] = (await rogue.signIdToken(null, {})).split(".");
    for (const signature of ["garbage", "", "AAAA"]) {
      await expectTokenRefused(`${header}.${payload}.${signature}`);
    }
  });

  it("F01 is by another key: refused", async () => {
    const { privateKey } = await signingKey("key-1");
    const token = new SignJWT(claims()).setProtectedHeader({ alg: "RS256", kid: "key-1" });
    await expectTokenRefused(await token.sign(privateKey));
  });

  it("F01 has one byte flipped, first, middle or last: refused", async () => {
    const [header, payload, signature = ""] = (await rogue.signIdToken(null, {})).split(".");
    for (const index of [0, 128, 255]) {
      const bytes = Buffer.from(signature, "base64url");
      bytes[index] = (bytes[index] ?? 0) ^ 1;
      await expectTokenRefused(`${header}.${payload}.${bytes.toString("base64url")}`);
    }
  });

  it.each(["none", "None", "NONE", undefined])("F02 has the algorithm %s: refused", async (alg) => {
    rogue.metadata = { id_token_signing_alg_values_supported: ["RS256", "none", "None", "NONE"] };
    await expectTokenRefused(`${encode({ alg, kid: "key-1" })}.${encode(claims())}.`);
  });

  it("F03 is HS256 with the text of the public key: refused, also where HS256 is announced", async () => {
    const publicKey = await importJWK({ ...rogue.key.jwk, ext: true }, "RS256", {
      extractable: true,
    });
    if (publicKey instanceof Uint8Array) throw new Error("It is no RSA key.");
    const texts = [
      await exportSPKI(publicKey),
      JSON.stringify(rogue.key.jwk),
      rogue.key.jwk.n ?? "",
    ];
    rogue.metadata = { id_token_signing_alg_values_supported: ["RS256", "HS256"] };
    for (const text of texts) {
      const input = `${encode({ alg: "HS256", kid: "key-1" })}.${encode(claims())}`;
      const mac = createHmac("sha256", text).update(input).digest("base64url");
      await expectTokenRefused(`${input}.${mac}`);
    }
  });

  it("F03 is HS256 with the client secret: accepted only where the configuration says so", async () => {
    const secret = new TextEncoder().encode("secret-1");
    const sign = () => new SignJWT(claims()).setProtectedHeader({ alg: "HS256" }).sign(secret);
    await expectTokenRefused(await sign());
    rogue.tokens = { id_token: await sign() };
    const client = { id_token_signed_response_alg: "HS256" };
    await expectAccepted(app({ providers: [oidc(rogue, { client, checks: ["pkce"] })] }));
    const wrong = new SignJWT(claims()).setProtectedHeader({ alg: "HS256" });
    const token = await wrong.sign(new TextEncoder().encode("secret-2"));
    await expectTokenRefused(
      token,
      app({ providers: [oidc(rogue, { client, checks: ["pkce"] })] }),
    );
  });

  it("F13 is by a key that the header brings along: ignored, refused", async () => {
    const { privateKey, jwk } = await signingKey("key-1");
    const url = `${rogue.issuer}/evil`;
    rogue.answers.set("/evil", { json: { keys: [jwk] } });
    for (const extra of [{ jwk }, { jku: url }, { x5u: url }, { x5c: ["MIIB"] }]) {
      const token = new SignJWT(claims()).setProtectedHeader({
        alg: "RS256",
        kid: "key-1",
        ...extra,
      });
      await expectTokenRefused(await token.sign(privateKey));
    }
    expect(rogue.count("/evil")).toBe(0);
  });

  it("F14 has an unknown critical extension: refused", async () => {
    const input = `${encode({ alg: "RS256", kid: "key-1", crit: ["x"], x: 1 })}.${encode(claims())}`;
    const signature = await crypto.subtle.sign(
      "RSASSA-PKCS1-v1_5",
      rogue.key.privateKey,
      new TextEncoder().encode(input),
    );
    await expectTokenRefused(`${input}.${Buffer.from(signature).toString("base64url")}`);
  });
});

describe("the keys of a provider", () => {
  const clock = useClock();

  it("F04 lack the key of a token: fetched once more, then refused; not again within a minute", async () => {
    const shop = app();
    await expectAccepted(shop);
    expect(rogue.count("/jwks")).toBe(1);
    rogue.idToken = { header: { kid: "unknown" } };
    await signIn(shop.browser(), rogue);
    expect(rogue.count("/jwks")).toBe(2);
    await signIn(shop.browser(), rogue);
    expect(rogue.count("/jwks")).toBe(2);
    clock.pass(61);
    await signIn(shop.browser(), rogue);
    expect(rogue.count("/jwks")).toBe(3);
    expect(shop.log.codes("error")).toEqual(Array(3).fill("CallbackRouteError"));
  });

  it("F04 were changed by the provider: accepted after one more fetch", async () => {
    const shop = app();
    await expectAccepted(shop);
    const old = rogue.key;
    try {
      rogue.key = await signingKey("key-2");
      rogue.keys = [rogue.key.jwk];
      rogue.idToken = { claims: { sub: "person-2", email: "kim@example.org" } };
      await expectAccepted(shop);
      expect(rogue.count("/jwks")).toBe(2);
      await expectAccepted(shop);
      expect(rogue.count("/jwks")).toBe(2);
    } finally {
      rogue.key = old;
    }
  });

  it("F05 are one, and the token names none: accepted; several of a kind: refused", async () => {
    rogue.idToken = { header: { kid: undefined } };
    await expectAccepted();
    rogue.keys = [rogue.key.jwk, (await signingKey("key-3")).jwk];
    await expectClaimsRefused({ header: { kid: undefined } });
  });

  it.each([
    ["HTML", { text: "<p>" }],
    ["500", { status: 500, json: {} }],
    ["no key set", { json: { keys: "x" } }],
    ["a redirect", { status: 302, text: "", headers: { location: "/jwks2" } }],
    ["nothing, ever", { raw: () => undefined }],
  ])("Q02 are answered with %s: refused within the timeout", async (_, answer) => {
    rogue.answers.set("/jwks", answer);
    await expectClaimsRefused({}, app({ timeout: 1500 }));
  });
});

describe("the claims of an ID token", () => {
  it.each([
    ["missing", { aud: undefined }],
    ["another client", { aud: "client-2" }],
    ["nobody", { aud: [] }],
    ["several, without azp", { aud: ["client-1", "client-2"] }],
    ["several, azp another", { aud: ["client-1", "client-2"], azp: "client-2" }],
    ["a number", { aud: 1 }],
  ])("F06 the audience is %s: refused", async (_, changed) => {
    await expectClaimsRefused({ claims: changed });
  });

  it("F06 the audience is a list of this client, or azp names it: accepted", async () => {
    rogue.idToken = { claims: { aud: ["client-1"] } };
    await expectAccepted();
    rogue.idToken = { claims: { aud: ["client-1", "client-2"], azp: "client-1" } };
    await expectAccepted();
  });

  it("F07 the issuer has a slash more, other case, another scheme, or is missing: refused", async () => {
    const { issuer } = rogue;
    for (const iss of [
      `${issuer}/`,
      issuer.toUpperCase(),
      issuer.replace("http:", "https:"),
      undefined,
    ]) {
      await expectClaimsRefused({ claims: { iss } });
    }
  });

  const now = () => Math.floor(Date.now() / 1000);
  it.each([
    ["exp is past", () => ({ exp: now() - 31 })],
    ["exp is missing", () => ({ exp: undefined })],
    ["exp is a text", () => ({ exp: String(now() + 100) })],
    ["iat is missing", () => ({ iat: undefined })],
    ["iat is a text", () => ({ iat: String(now()) })],
    ["iat is 10 minutes ahead", () => ({ iat: now() + 600 })],
    ["iat is a week ago", () => ({ iat: now() - 7 * 24 * 3600 })],
    ["nbf is ahead", () => ({ nbf: now() + 600 })],
  ])("F08 %s: refused", async (_, changed) => {
    await expectClaimsRefused({ claims: changed() });
  });

  describe("with a nonce", () => {
    const withNonce = () => app({ providers: [oidc(rogue, { checks: ["pkce", "nonce"] })] });

    it.each([
      ["missing", undefined],
      ["another", "another"],
      ["a list", ["x"]],
      ["empty", ""],
    ])("F09 the nonce is %s: refused", async (_, nonce) => {
      await expectClaimsRefused({ claims: { nonce } }, withNonce());
    });

    it("F09 the nonce is of an earlier sign-in: refused; the right one: accepted", async () => {
      const shop = withNonce();
      const tab = shop.browser();
      const earlier = await begin(tab);
      await expectClaimsRefused(
        { claims: { nonce: earlier.searchParams.get("nonce") } },
        withNonce(),
      );
      rogue.idToken = {};
      expect(location(await tab.get(backWithCode(rogue, earlier)))).toBe("https://app.test");
    });
  });

  it.each([
    ["missing", undefined],
    ["empty", ""],
    ["a number", 7],
    ["300 characters long", "x".repeat(300)],
  ])("F10 the subject is %s: refused", async (_, sub) => {
    await expectClaimsRefused({ claims: { sub } });
  });

  it("F11 [PRV-17] the subject of the userinfo is another: refused", async () => {
    rogue.answers.set("/userinfo", { json: { ...rogue.person, sub: "person-2" } });
    const shop = app({ providers: [oidc(rogue, { idToken: false })] });
    await expectClaimsRefused({}, shop);
    expect(rogue.count("/userinfo")).toBe(1);
  });
});

describe("email_verified, where addresses are linked", () => {
  const linking = (options = {}) =>
    app({ providers: [oidc(rogue, { allowDangerousEmailAccountLinking: true, ...options })] });

  it.each([false, "false", 0, null, "no", "true", 1, {}])(
    "F12 I04 is %j: the address proves nothing, and is not linked",
    async (email_verified) => {
      const shop = linking();
      rogue.idToken = { claims: { email: "ada@example.org", email_verified } };
      const tab = shop.browser();
      const response = await signIn(tab, rogue);
      expect(location(response)).toContain("error=OAuthAccountNotLinked");
      expect(shop.store.accounts.size).toBe(0);
    },
  );

  it("F12 is true: linked", async () => {
    const shop = linking();
    rogue.idToken = { claims: { email: "ada@example.org", email_verified: true } };
    const response = await signIn(shop.browser(), rogue);
    expect(shop.log.entries.filter(({ level }) => level === "error")).toEqual([]);
    expect(location(response)).toBe("https://app.test");
    expect([...shop.store.accounts.values()]).toMatchObject([{ userId: "1" }]);
  });
});

describe("a provider of many tenants", () => {
  const tid = "9188040d-6c67-4c5b-b112-36a304b66dad";
  const tenants = (claims: Readonly<Record<string, unknown>>) => {
    const template = `${rogue.issuer}/{tenantid}/v2.0`;
    const path = "/common/v2.0/.well-known/openid-configuration";
    rogue.answers.set(path, {
      json: {
        issuer: template,
        authorization_endpoint: `${rogue.issuer}/authorize`,
        token_endpoint: `${rogue.issuer}/token`,
        jwks_uri: `${rogue.issuer}/jwks`,
      },
    });
    rogue.idToken = { claims };
    return app({ providers: [oidc(rogue, { issuer: `${rogue.issuer}/common/v2.0` })] });
  };

  it("F07 gives tokens of the tenant's issuer: accepted", async () => {
    await expectAccepted(tenants({ tid, iss: `${rogue.issuer}/${tid}/v2.0` }));
  });

  it("F07 gives tokens whose issuer is not that of their tenant: refused", async () => {
    const other = "11111111-2222-3333-4444-555555555555";
    const { issuer } = rogue;
    for (const claims of [
      { tid, iss: `${issuer}/${other}/v2.0` },
      { tid: undefined, iss: `${issuer}/${tid}/v2.0` },
      { tid: "../evil", iss: `${issuer}/../evil/v2.0` },
      { tid, iss: `${issuer}/common/v2.0` },
    ]) {
      await expectClaimsRefused({ claims }, tenants(claims));
    }
  });
});
