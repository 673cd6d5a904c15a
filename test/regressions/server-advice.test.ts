import { generateKeyPair } from "jose";
import type { OIDCConfig } from "latchkey/providers";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { location } from "../support/client.js";
import { world } from "../support/config.js";
import { oidc, signIn } from "../support/oauth/journey.js";
import { messageBehind } from "../support/oauth/refused.js";
import { RogueProvider } from "../support/oauth/rogue.js";

let rogue: RogueProvider;
beforeAll(async () => {
  rogue = await RogueProvider.start();
});
afterAll(() => rogue.stop());
beforeEach(() => {
  rogue.reset();
});

/** A sign-in that must fail: what the log says, and the page during development. */
async function refused(options: Partial<OIDCConfig>) {
  const shop = world("jwt", { providers: [oidc(rogue, options)] });
  const tab = shop.browser();
  const response = await signIn(tab, rogue);
  expect(await tab.session()).toBeNull();
  const { pathname, search } = new URL(location(response));
  const page = await (await tab.get(pathname.slice("/auth/".length) + search)).text();
  return { log: messageBehind(shop.log.errors("CallbackRouteError")[0]), page };
}

describe("a server on Doorkeeper, whose consent form loses the nonce", () => {
  beforeEach(() => {
    rogue.idToken = { claims: { nonce: undefined } };
  });

  it("is refused with issuer alone, and the log says when that happens and what to set", async () => {
    const { log } = await refused({});
    expect(log).toContain("first consent");
    expect(log).toContain('`checks: ["pkce"]`');
  });

  it("signs in as its row says", async () => {
    const tab = world("jwt", { providers: [oidc(rogue, { checks: ["pkce"] })] }).browser();
    expect(location(await signIn(tab, rogue))).toBe("https://app.test");
  });
});

describe("a client that isn't accepted", () => {
  beforeEach(() => {
    rogue.answers.set("/token", { status: 401, json: { error: "invalid_client" } });
  });

  it.each([[undefined], [["client_secret_basic", "private_key_jwt"]]])(
    "with private_key_jwt is advised about its key, where the server takes %j",
    async (methods) => {
      rogue.metadata = { token_endpoint_auth_methods_supported: methods };
      const { privateKey } = await generateKeyPair("RS256");
      const { log, page } = await refused({ token: { clientPrivateKey: privateKey } });
      for (const text of [log, page]) {
        expect(text).toContain("public key");
        expect(text).not.toContain('"client_secret_basic"');
        expect(text).not.toContain("AUTH_ROGUE_SECRET");
      }
      expect(log).toContain("clientAssertion");
    },
  );

  it("with client_secret_jwt is advised about the audience", async () => {
    const client = { token_endpoint_auth_method: "client_secret_jwt" };
    const { log } = await refused({ client });
    expect(log).toContain("clientAssertion");
    expect(log).not.toContain('"client_secret_basic"');
  });

  it("without a secret is advised to set one", async () => {
    const { log } = await refused({ clientSecret: undefined });
    expect(log).toContain("AUTH_ROGUE_SECRET");
  });
});

describe("an ID token without a claim", () => {
  it.each([
    ["max_age", { authorization: { params: { max_age: 60 } } }],
    ["default_max_age", { client: { default_max_age: 60 } }],
    ["require_auth_time", { client: { require_auth_time: true } }],
  ])("auth_time, asked for by %s, isn't a matter of clocks", async (option, options) => {
    const { log, page } = await refused(options);
    expect(log).toContain("`auth_time`");
    expect(log).toContain(`\`${option}\``);
    for (const text of [log, page]) expect(text).not.toMatch(/clock/i);
  });

  it("exp isn't either", async () => {
    rogue.idToken = { claims: { exp: undefined } };
    const { log, page } = await refused({});
    for (const text of [log, page]) expect(text).not.toMatch(/clock/i);
  });

  it("an ID token that is over is", async () => {
    rogue.idToken = { claims: { exp: 1_000_000_000 } };
    const { log, page } = await refused({});
    for (const text of [log, page]) expect(text).toMatch(/clock/i);
  });
});
