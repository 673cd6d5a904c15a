import { exportJWK, generateKeyPair } from "jose";
import { decryptWith, dpop } from "latchkey/oauth";
import { describe, expect, it } from "vitest";
import { location } from "../support/client.js";
import { strategies } from "../support/config.js";
import { begin } from "../support/oauth/journey.js";
import {
  openId as open,
  openIdApp as app,
  signInAtOpenId as signIn,
} from "../support/oauth/openid-app.js";
import { serverKey } from "../support/oauth/openid.js";

const anyText: unknown = expect.any(String);
const containing = (text: string): unknown => expect.stringContaining(text);

// Making RSA keys takes long, so that these are made once.
const encryptionKeys = generateKeyPair("RSA-OAEP-256", { extractable: true });

describe("at a certified OpenID provider", () => {
  it.each(strategies)("[SVC-1] code and PKCE, strategy %s", async (strategy) => {
    const server = await open();
    const shop = app(server, {}, strategy);
    const { request } = await signIn(server, shop);
    expect(request.searchParams.get("code_challenge_method")).toBe("S256");
    await signIn(server, shop);
    const counted = server.paths.filter((path) => !/^\/(auth|interaction)/.test(path));
    // One discovery and one key fetch for the life of the process, one token call per sign-in.
    expect(counted).toEqual(["/.well-known/openid-configuration", "/token", "/jwks", "/token"]);
  });

  it.each(strategies)(
    "that keeps to its own defaults, by which the ID token tells no name: userinfo is asked, strategy %s",
    async (strategy) => {
      const server = await open({ configuration: { conformIdTokenClaims: true } });
      await signIn(server, app(server, {}, strategy));
      expect(server.paths.slice(-3)).toEqual(["/token", "/jwks", "/me"]);
    },
  );

  it.each([
    ["client_secret_post", ["client_secret_post"]],
    ["client_secret_jwt", ["client_secret_jwt"]],
    ["client_secret_post", ["private_key_jwt", "client_secret_post"]],
  ] as const)(
    "that takes clients by %s alone: so it is, without being told",
    async (token_endpoint_auth_method, ways) => {
      const server = await open({
        client: { token_endpoint_auth_method },
        configuration: { clientAuthMethods: [...ways] },
      });
      await signIn(server, app(server));
    },
  );

  it("form_post, with a nonce", async () => {
    const server = await open();
    const shop = app(server, {
      checks: ["pkce", "nonce"],
      authorization: { params: { response_mode: "form_post" } },
    });
    const { arrival } = await signIn(server, shop);
    expect(arrival.form).toMatchObject({ code: anyText, state: anyText });
  });

  it.each(["client_secret_basic", "client_secret_post", "client_secret_jwt"] as const)(
    "[PRV-9] client authentication by %s",
    async (token_endpoint_auth_method) => {
      const server = await open({
        client: { token_endpoint_auth_method },
        configuration: {
          clientAuthMethods: ["client_secret_basic", "client_secret_post", "client_secret_jwt"],
        },
      });
      await signIn(server, app(server, { client: { token_endpoint_auth_method } }));
    },
  );

  it("[PRV-9] a public client proves nothing", async () => {
    const server = await open({
      client: { token_endpoint_auth_method: "none", client_secret: undefined },
    });
    await signIn(server, app(server, { clientSecret: undefined }));
  });

  it.each(["ES256", "RS256"] as const)(
    "[PRV-9] client authentication by private_key_jwt, %s",
    async (alg) => {
      const { publicKey, privateKey } = await generateKeyPair(alg, { extractable: true });
      const jwk = { ...(await exportJWK(publicKey)), kid: "mine", alg, use: "sig" };
      const server = await open({
        client: {
          token_endpoint_auth_method: "private_key_jwt",
          token_endpoint_auth_signing_alg: alg,
          client_secret: undefined,
          jwks: { keys: [jwk] },
        },
      });
      // Through `options`, as an application would give it to a provider of the catalogue.
      const token = { clientPrivateKey: { key: privateKey, kid: "mine" } };
      const client = { token_endpoint_auth_method: "private_key_jwt" };
      const options = { clientSecret: undefined, token, client };
      await signIn(server, app(server, { clientSecret: undefined, options }));
    },
  );

  it("pushed authorization requests, because the provider requires them", async () => {
    const features = {
      pushedAuthorizationRequests: { enabled: true, requirePushedAuthorizationRequests: true },
    };
    const server = await open({ configuration: { features } });
    const { request } = await signIn(server, app(server));
    expect([...request.searchParams.keys()].sort()).toEqual(["client_id", "request_uri"]);
  });

  it("pushed authorization requests, because the configuration asks for them", async () => {
    const features = { pushedAuthorizationRequests: { enabled: true } };
    const server = await open({ configuration: { features } });
    const { request } = await signIn(server, app(server, { pushedAuthorizationRequests: true }));
    expect(request.searchParams.get("request_uri")).toMatch(/^urn:/);
    expect(server.paths).toContain("/request");
  });

  it("DPoP, with the nonce that the server insists on", async () => {
    const features = {
      dPoP: { enabled: true, nonceSecret: Buffer.alloc(32, 7), requireNonce: () => true },
    };
    const server = await open({
      client: { dpop_bound_access_tokens: true },
      configuration: { features },
    });
    const shop = app(server, { dpop: dpop(), idToken: false });
    await signIn(server, shop);
    expect(shop.accounts).toMatchObject([{ token_type: "dpop" }]);
    expect(server.paths.filter((path) => path === "/token")).toHaveLength(2);
  });

  it("encrypted ID tokens", async () => {
    const { publicKey, privateKey } = await encryptionKeys;
    const jwk = { ...(await exportJWK(publicKey)), kid: "enc", alg: "RSA-OAEP-256", use: "enc" };
    const server = await open({
      client: {
        id_token_encrypted_response_alg: "RSA-OAEP-256",
        id_token_encrypted_response_enc: "A256GCM",
        jwks: { keys: [jwk] },
      },
      configuration: { features: { encryption: { enabled: true } } },
    });
    const shop = app(server, { decrypt: decryptWith(privateKey) });
    await signIn(server, shop);
    expect(shop.accounts[0]?.id_token?.split(".")).toHaveLength(5);
  });

  it("encrypted ID tokens without a key are refused", async () => {
    const { publicKey } = await encryptionKeys;
    const jwk = { ...(await exportJWK(publicKey)), kid: "enc", alg: "RSA-OAEP-256", use: "enc" };
    const server = await open({
      client: {
        id_token_encrypted_response_alg: "RSA-OAEP-256",
        id_token_encrypted_response_enc: "A256GCM",
        jwks: { keys: [jwk] },
      },
      configuration: { features: { encryption: { enabled: true } } },
    });
    const shop = app(server);
    const tab = shop.browser();
    const { url } = await server.visit(await begin(tab, "signin/op"));
    expect(location(await tab.get(`callback/op${url.search}`))).toContain("/auth/error");
    const [logged] = shop.log.errors("CallbackRouteError");
    expect(logged?.cause).toMatchObject({
      err: { message: containing("decryptWith(key)") },
    });
  });

  it("[PRV-17] userinfo as a signed JWT, checked like an ID token", async () => {
    const server = await open({
      client: { userinfo_signed_response_alg: "RS256" },
      configuration: { features: { jwtUserinfo: { enabled: true } } },
    });
    const client = { userinfo_signed_response_alg: "RS256" };
    await signIn(server, app(server, { idToken: false, client }));
    expect(server.paths).toContain("/me");
  });

  it("keys that were changed since they were fetched", async () => {
    const first = await open();
    const shop = app(first);
    await signIn(first, shop);
    await first.stop();
    const port = Number(new URL(first.issuer).port);
    const jwks = { keys: [await serverKey("server-2")] };
    const second = await open({ port, configuration: { jwks } });
    await signIn(second, shop);
    await signIn(second, shop);
    expect(second.paths.filter((path) => path === "/jwks")).toHaveLength(1);
    expect(second.paths).not.toContain("/.well-known/openid-configuration");
  });

  it("ID tokens that are signed with ES256", async () => {
    const server = await open({
      client: { id_token_signed_response_alg: "ES256" },
      configuration: { jwks: { keys: [await serverKey("server-ec", "ES256")] } },
    });
    await signIn(server, app(server));
  });

  it("ID tokens that are signed with the client's secret", async () => {
    const alg = { id_token_signed_response_alg: "HS256" } as const;
    const server = await open({
      client: alg,
      configuration: { enabledJWA: { idTokenSigningAlgValues: ["HS256", "RS256"] } },
    });
    await signIn(server, app(server, { client: alg }));
  });

  it("a person who cancels ends on the sign-in page", async () => {
    const server = await open();
    const shop = app(server);
    const tab = shop.browser();
    const request = await begin(tab, "signin/op");
    request.searchParams.set("prompt", "none");
    const { url } = await server.visit(request);
    expect(url.searchParams.get("error")).toBe("login_required");
    expect(location(await tab.get(`callback/op${url.search}`))).toBe(
      "https://app.test/auth/signin?error=OAuthCallbackError",
    );
  });
});
