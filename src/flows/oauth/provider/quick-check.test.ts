import fc from "fast-check";
import { expect, it } from "vitest";
import GitHub from "../../../providers/github.js";
import Google from "../../../providers/google.js";
import type { OAuthConfig } from "../../../types/providers.js";
import { privateOrigins } from "../../../types/symbols.js";
import { normalizeProvider } from "./config.js";
import { findProblem } from "./problem.js";
import { isQuicklyValid } from "./quick-check.js";

const urls = fc.constantFrom(undefined, "https://idp.test/x", "no address", "");
const configs = fc.record({
  type: fc.constantFrom("oauth" as const, "oidc" as const),
  issuer: urls,
  wellKnown: urls,
  authorization: urls,
  mode: fc.constantFrom(undefined, "form_post", "fragment", "fragment.jwt"),
  token: urls,
  userinfo: urls,
  jwks: urls,
  proxy: fc.constantFrom(undefined, "https://proxy.test/auth", "proxy"),
  origins: fc.constantFrom(undefined, [], ["http://keycloak:8080"], ["http://keycloak:8080/"]),
  method: fc.constantFrom(undefined, "tls_client_auth", "client_secret_post"),
});

type Made = typeof configs extends fc.Arbitrary<infer T> ? T : never;

function providerOf(made: Made): OAuthConfig {
  return {
    id: "idp",
    name: "IdP",
    type: made.type,
    clientId: "client",
    clientSecret: "secret",
    issuer: made.issuer,
    wellKnown: made.wellKnown,
    authorization: {
      url: made.authorization,
      params: made.mode === undefined ? {} : { response_mode: made.mode },
    },
    token: { url: made.token },
    userinfo: { url: made.userinfo },
    jwks_endpoint: made.jwks,
    redirectProxyUrl: made.proxy,
    client: made.method === undefined ? {} : { token_endpoint_auth_method: made.method },
    [privateOrigins]: made.origins,
  };
}

it("what is taken for sound has nothing wrong with it", () => {
  let sound = 0;
  fc.assert(
    fc.property(configs, (made) => {
      const provider = normalizeProvider(providerOf(made), {});
      if (!isQuicklyValid(provider)) return;
      sound++;
      expect(findProblem(provider)).toBeUndefined();
    }),
    { numRuns: 20_000 },
  );
  expect(sound).toBeGreaterThan(0);
});

it("most providers are sound", () => {
  const options = { clientId: "client", clientSecret: "secret" };
  for (const provider of [GitHub(options), Google(options)]) {
    expect(isQuicklyValid(normalizeProvider(provider, {}))).toBe(true);
  }
});
