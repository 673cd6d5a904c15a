import { SignJWT } from "jose";
import type { OIDCConfig } from "latchkey/providers";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { location } from "../support/client.js";
import { world } from "../support/config.js";
import { backWithCode, begin, oauth, oidc, signIn } from "../support/oauth/journey.js";
import { RogueProvider } from "../support/oauth/rogue.js";

let rogue: RogueProvider;
beforeAll(async () => {
  rogue = await RogueProvider.start();
});
afterAll(() => rogue.stop());
beforeEach(() => {
  rogue.reset();
});

/** Tells nothing but who it is. */
const thin = { name: undefined, email: undefined, picture: undefined };

/** The reason that is in the log after a sign-in that mustn't work. */
async function reasonOf(options: Partial<OIDCConfig>): Promise<string> {
  const shop = world("jwt", { providers: [oidc(rogue, options)] });
  const tab = shop.browser();
  const started = location(await tab.submit("signin/rogue"));
  if (started.startsWith(rogue.issuer)) await tab.get(backWithCode(rogue, new URL(started)));
  expect(await tab.session()).toBeNull();
  const causes = shop.log.entries.flatMap(({ level, message }) =>
    level === "error" ? message.filter((one) => one instanceof Error) : [],
  );
  expect(causes).toHaveLength(1);
  const cause: unknown = causes[0]?.cause;
  return String(Reflect.get(Object(Reflect.get(Object(cause), "err")), "message"));
}

describe("an ID token that tells nothing about the person", () => {
  it.each([
    ["the usual scope", {}, { scope: undefined }, true],
    ["a scope of email", { params: { scope: "openid email" } }, {}, true],
    ["a scope of openid alone", { params: { scope: "openid" } }, {}, false],
    ["less granted than asked for", {}, { scope: "openid" }, true],
  ])(
    "with %s: userinfo is asked where that asked for more",
    async (_, authorization, tokens, asked) => {
      rogue.idToken = { claims: thin };
      rogue.tokens = tokens;
      const tab = world("jwt", { providers: [oidc(rogue, { authorization })] }).browser();
      await signIn(tab, rogue);
      const name = asked ? "Pat" : null;
      expect(await tab.session()).toMatchObject({ user: { name } });
      expect(rogue.count("/userinfo")).toBe(asked ? 1 : 0);
    },
  );

  it("is enough with `idToken: true`, and where there is no userinfo endpoint", async () => {
    rogue.idToken = { claims: thin };
    for (const [options, metadata] of [
      [{ idToken: true }, {}],
      [{}, { userinfo_endpoint: undefined }],
    ] as const) {
      rogue.metadata = metadata;
      const tab = world("jwt", { providers: [oidc(rogue, options)] }).browser();
      expect(location(await signIn(tab, rogue))).toBe("https://app.test");
    }
    expect(rogue.count("/userinfo")).toBe(0);
  });

  it("and userinfo is about somebody else: refused", async () => {
    rogue.idToken = { claims: thin };
    rogue.answers.set("/userinfo", { json: { sub: "person-2", name: "Eve" } });
    expect(await reasonOf({})).toMatch(/sub/);
  });

  it("and userinfo fails: refused, since who comes for the first time would stay nameless", async () => {
    rogue.idToken = { claims: thin };
    rogue.answers.set("/userinfo", { status: 500, json: {} });
    await reasonOf({});
  });

  it("that tells a name is the whole profile", async () => {
    const tab = world("jwt", { providers: [oidc(rogue)] }).browser();
    await signIn(tab, rogue);
    expect(rogue.count("/userinfo")).toBe(0);
  });
});

describe("the log says what to set", () => {
  it("when the issuer differs by a slash at the end", async () => {
    rogue.answers.set("/realm/.well-known/openid-configuration", {
      json: { issuer: `${rogue.issuer}/realm/` },
    });
    const reason = await reasonOf({ issuer: `${rogue.issuer}/realm` });
    expect(reason).toContain(`${rogue.issuer}/realm/"`);
    expect(reason).toContain("slash");
    expect(reason).toContain("`issuer`");
  });

  it("when ID tokens are from another issuer", async () => {
    rogue.idToken = { claims: { iss: `${rogue.issuer}/` } };
    const reason = await reasonOf({});
    expect(reason).toContain(`"${rogue.issuer}/"`);
    expect(reason).toContain("`issuer`");
  });

  it("when the discovery document is elsewhere, without the query of where it leads to", async () => {
    const headers = { location: "/moved/.well-known/openid-configuration?secret=1" };
    rogue.answers.set("/.well-known/openid-configuration", { status: 302, headers });
    const reason = await reasonOf({});
    expect(reason).toContain(`${rogue.issuer}/moved/.well-known/openid-configuration.`);
    expect(reason).toContain("`wellKnown`");
    expect(reason).not.toContain("secret");
  });

  const signedWithSecret = (nonce: string | null) => {
    const now = Math.floor(Date.now() / 1000);
    const claims = { iss: rogue.issuer, aud: "client-1", sub: "1", iat: now, exp: now + 60 };
    return new SignJWT({
      ...claims,
      name: "Pat",
      email: "pat@example.org",
      ...(nonce !== null && { nonce }),
    })
      .setProtectedHeader({ alg: "HS256" })
      .sign(new TextEncoder().encode("secret-1"));
  };

  it.each([
    ["the discovery document names no algorithm", undefined],
    ["it names several", ["RS256", "HS256"]],
  ])("when ID tokens are signed with the secret and %s", async (_, algs) => {
    rogue.metadata = { id_token_signing_alg_values_supported: algs };
    rogue.tokens = { id_token: await signedWithSecret(null) };
    const reason = await reasonOf({ checks: ["pkce"] });
    expect(reason).toContain('id_token_signed_response_alg: "HS256"');
  });

  it("not when the discovery document names HS256 alone: then it is right", async () => {
    rogue.metadata = { id_token_signing_alg_values_supported: ["HS256"] };
    const tab = world("jwt", { providers: [oidc(rogue)] }).browser();
    const request = await begin(tab);
    rogue.tokens = { id_token: await signedWithSecret(request.searchParams.get("nonce")) };
    expect(location(await tab.get(backWithCode(rogue, request)))).toBe("https://app.test");
    // With another secret, or none, it isn't.
    for (const clientSecret of ["secret-2", undefined]) {
      await reasonOf({ clientSecret, checks: ["pkce"] });
    }
  });

  it.each([
    ["a JSON error", {}],
    ["a challenge", { "www-authenticate": 'Basic realm="x"' }],
  ])("when the client is not accepted, by %s", async (_, headers) => {
    rogue.metadata = {
      token_endpoint_auth_methods_supported: ["client_secret_basic", "client_secret_post"],
    };
    rogue.answers.set("/token", { status: 401, headers, json: { error: "invalid_client" } });
    const reason = await reasonOf({});
    expect(reason).toContain("client authentication (client_secret_basic;");
    expect(reason).toContain('token_endpoint_auth_method: "client_secret_post"');
    expect(reason).not.toContain("secret-1");
  });

  it("when the client is not accepted by a provider without a discovery document", async () => {
    rogue.answers.set("/token", { status: 401, json: { error: "invalid_client" } });
    const shop = world("jwt", { providers: [oauth(rogue)] });
    await signIn(shop.browser(), rogue);
    const [logged] = shop.log.errors("CallbackRouteError");
    expect(logged?.cause).toMatchObject({ error: "invalid_client", status: 401 });
    expect(JSON.stringify(String(Reflect.get(Object(logged?.cause), "err")))).toContain(
      "client_secret_post",
    );
  });
});
