import { createHash, X509Certificate } from "node:crypto";
import { exportJWK, generateKeyPair, SignJWT, type JWK } from "jose";
import { customFetch } from "latchkey";
import type { OIDCConfig } from "latchkey/providers";
import type { ClientMetadata } from "oidc-provider";
import { describe, expect, it } from "vitest";
import { location } from "../support/client.js";
import { world } from "../support/config.js";
import { selfSigned } from "../support/demo-certificate.js";
import { backWithCode, begin, oidc } from "../support/oauth/journey.js";
import {
  clientSecret,
  comeBack,
  openId,
  openIdApp,
  signInAtOpenId,
  visitOpenId,
} from "../support/oauth/openid-app.js";
import { messageBehind } from "../support/oauth/refused.js";
import { rogueOfFile } from "../support/oauth/rogue-of-file.js";

const rogue = await rogueOfFile();

const home = "https://app.test";

async function clientKey(alg = "ES256") {
  const { privateKey, publicKey } = await generateKeyPair(alg, { extractable: true });
  const jwk: JWK = { ...(await exportJWK(publicKey)), kid: "client-key", alg, use: "sig" };
  return { key: { key: privateKey, kid: "client-key" }, jwks: { keys: [jwk] } };
}

describe("assertions of the client", () => {
  async function assertionOf(options: Partial<OIDCConfig>) {
    const tab = world("jwt", { providers: [oidc(rogue, options)] }).browser();
    await tab.get(backWithCode(rogue, await begin(tab)));
    const form = rogue.hits.find(({ path }) => path === "/token")?.form;
    const [header = "", payload = ""] = (form?.get("client_assertion") ?? "").split(".");
    const read = (part: string): unknown => JSON.parse(Buffer.from(part, "base64url").toString());
    return { header: read(header), payload: read(payload) };
  }

  it("name the issuer, as RFC 7523bis has it, and nothing else is in their header", async () => {
    const { key } = await clientKey();
    const { header, payload } = await assertionOf({ token: { clientPrivateKey: key } });
    expect(header).toEqual({ alg: "ES256", kid: "client-key" });
    expect(payload).toMatchObject({ aud: rogue.issuer, iss: "client-1", sub: "client-1" });
  });

  it("have the type, the audience and the algorithm that the provider wants", async () => {
    const { key } = await clientKey("EdDSA");
    const audience = `${rogue.issuer}/token`;
    const { header, payload } = await assertionOf({
      client: { token_endpoint_auth_signing_alg: "EdDSA" },
      token: {
        clientPrivateKey: key,
        clientAssertion: { audience, type: "client-authentication+jwt" },
      },
    });
    expect(header).toMatchObject({ alg: "EdDSA", typ: "client-authentication+jwt" });
    expect(payload).toMatchObject({ aud: audience });
  });

  it.each(["HS256", "HS384", "HS512"] as const)(
    "client_secret_jwt with %s, at a certified provider",
    async (alg) => {
      const client: Partial<ClientMetadata> = {
        client_secret: `${clientSecret} and enough of it for the longest of the hashes`,
        token_endpoint_auth_method: "client_secret_jwt",
        token_endpoint_auth_signing_alg: alg,
      };
      const server = await openId({
        client,
        configuration: {
          clientAuthMethods: ["client_secret_jwt"],
          enabledJWA: { clientAuthSigningAlgValues: ["HS256", "HS384", "HS512"] },
        },
      });
      const shop = openIdApp(server, {
        clientSecret: client.client_secret,
        client: { token_endpoint_auth_signing_alg: alg },
      });
      await signInAtOpenId(server, shop);
    },
  );
});

describe("a client that proves itself by its certificate", () => {
  const { cert } = selfSigned();
  const { raw, publicKey } = new X509Certificate(cert);

  /** A certified provider behind a proxy that ends TLS and tells the certificate in a header. */
  async function atProxy() {
    const jwk = {
      ...publicKey.export({ format: "jwk" }),
      x5c: [raw.toString("base64")],
      "x5t#S256": createHash("sha256").update(raw).digest("base64url"),
    };
    return openId({
      client: {
        token_endpoint_auth_method: "self_signed_tls_client_auth",
        client_secret: undefined,
        jwks: { keys: [jwk] },
      },
      configuration: {
        clientAuthMethods: ["self_signed_tls_client_auth"],
        features: {
          mTLS: {
            enabled: true,
            selfSignedTlsClientAuth: true,
            getCertificate: (ctx) => {
              const told = ctx.get("x-client-certificate");
              return told === "" ? undefined : new X509Certificate(Buffer.from(told, "base64"));
            },
          },
        },
      },
    });
  }

  const method = { token_endpoint_auth_method: "self_signed_tls_client_auth" };

  it("gets in by the fetch that shows it, and not by one that does not", async () => {
    const server = await atProxy();
    const showing: typeof fetch = (input, init) => {
      const headers = new Headers(init?.headers);
      headers.set("x-client-certificate", raw.toString("base64"));
      return fetch(input, { ...init, headers });
    };
    const options = { clientSecret: undefined, client: method };
    await signInAtOpenId(server, openIdApp(server, { ...options, [customFetch]: showing }));
    const shop = openIdApp(server, { ...options, [customFetch]: (...args) => fetch(...args) });
    const { response } = await visitOpenId(server, shop);
    expect(location(response)).toContain("/auth/error");
    expect(shop.log.errors("CallbackRouteError")[0]?.cause).toMatchObject({
      clientAuthentication: "self_signed_tls_client_auth",
      error: "invalid_client",
    });
  });

  it.each(["tls_client_auth", "self_signed_tls_client_auth"])(
    "%s without such a fetch is an error at the start",
    async (name) => {
      const client = { token_endpoint_auth_method: name };
      const provider = { ...oidc(rogue, { client }), [customFetch]: undefined };
      const shop = world("jwt", { providers: [provider] });
      await shop.browser().get("signin");
      expect(shop.log.errors("InvalidProvider")[0]?.message).toContain("customFetch");
    },
  );

  it("asks the addresses for that, where the provider names some", async () => {
    rogue.metadata = { mtls_endpoint_aliases: { token_endpoint: `${rogue.issuer}/mtls/token` } };
    const tab = world("jwt", { providers: [oidc(rogue, { client: method })] }).browser();
    await tab.get(backWithCode(rogue, await begin(tab)));
    expect(rogue.count("/mtls/token")).toBe(1);
    expect(rogue.count("/token")).toBe(0);
  });
});

describe("signed authorization requests (JAR)", () => {
  it.each([
    ["because the application wants to", {}, false],
    ["because the provider takes no others, with the client's key", {}, true],
    ["pushed", { pushedAuthorizationRequests: true }, false],
  ] as const)("at a certified provider, %s", async (_, options, isDemanded) => {
    const { key, jwks } = await clientKey();
    const server = await openId({
      client: {
        jwks,
        request_object_signing_alg: "ES256",
        ...(isDemanded && {
          token_endpoint_auth_method: "private_key_jwt",
          token_endpoint_auth_signing_alg: "ES256",
        }),
      },
      configuration: {
        features: {
          requestObjects: { enabled: true, requireSignedRequestObject: isDemanded },
          pushedAuthorizationRequests: { enabled: true },
        },
        enabledJWA: {
          requestObjectSigningAlgValues: ["ES256"],
          clientAuthSigningAlgValues: ["HS256", "ES256"],
        },
      },
    });
    const keys = isDemanded ? { token: { clientPrivateKey: key } } : { requestObjectKey: key };
    const shop = openIdApp(server, { ...keys, ...options });
    const { request } = await signInAtOpenId(server, shop);
    expect(request.searchParams.has("state")).toBe(false);
    expect(request.searchParams.has("code_challenge")).toBe(false);
    const name = "pushedAuthorizationRequests" in options ? "request_uri" : "request";
    expect(request.searchParams.has(name)).toBe(true);
  });

  it("without a key the log says what to set", async () => {
    rogue.metadata = { require_signed_request_object: true };
    const shop = world("jwt", { providers: [oidc(rogue)] });
    await shop.browser().submit("signin/rogue");
    const reason = messageBehind(shop.log.errors("OAuthSignInError")[0]);
    expect(reason).toContain("`requestObjectKey`");
  });
});

describe("signed authorization responses (JARM)", () => {
  const features = { jwtResponseModes: { enabled: true } };
  const mode = (response_mode: string) => ({ authorization: { params: { response_mode } } });

  it.each(["jwt", "query.jwt", "form_post.jwt"])("%s, at a certified provider", async (name) => {
    const server = await openId({ configuration: { features } });
    const { arrival } = await signInAtOpenId(server, openIdApp(server, mode(name)));
    const answer = arrival.form ?? Object.fromEntries(arrival.url.searchParams);
    expect(Object.keys(answer)).toEqual(["response"]);
  });

  it("an error inside of one is told as one", async () => {
    const server = await openId({ configuration: { features } });
    const shop = openIdApp(server, mode("query.jwt"));
    const tab = shop.browser();
    const request = await begin(tab, "signin/op?prompt=none");
    const response = await comeBack(server, tab, await server.visit(request));
    expect(location(response)).toBe(`${home}/auth/signin?error=OAuthCallbackError`);
    expect(shop.log.errors("OAuthCallbackError")[0]?.cause).toMatchObject({
      error: "login_required",
    });
  });

  /** What comes of an answer of the rogue's own making. */
  async function answered(
    change: (jwt: string, plain: URLSearchParams) => Record<string, string>,
    claims: Record<string, unknown> = {},
  ) {
    const shop = world("jwt", { providers: [oidc(rogue, mode("query.jwt"))] });
    const tab = shop.browser();
    const request = await begin(tab);
    const plain = new URL(backWithCode(rogue, request), home).searchParams;
    const now = Math.floor(Date.now() / 1000);
    const all = {
      iss: rogue.issuer,
      aud: "client-1",
      exp: now + 60,
      ...Object.fromEntries(plain),
      ...claims,
    };
    const jwt = await new SignJWT(all)
      .setProtectedHeader({ alg: "RS256", kid: "key-1" })
      .sign(rogue.key.privateKey);
    const query = new URLSearchParams(change(jwt, plain)).toString();
    const response = await tab.get(`callback/rogue?${query}`, { from: rogue.issuer });
    return { shop, isIn: location(response) === home };
  }

  it("what is signed by the provider gets in", async () => {
    expect((await answered((response) => ({ response }))).isIn).toBe(true);
  });

  it.each<
    [
      string,
      (jwt: string, plain: URLSearchParams) => Record<string, string>,
      Record<string, unknown>,
    ]
  >([
    ["a plain answer", (_, plain) => Object.fromEntries(plain), {}],
    ["another audience", (response) => ({ response }), { aud: "client-2" }],
    ["another issuer", (response) => ({ response }), { iss: "https://evil.example" }],
    ["one that is over", (response) => ({ response }), { exp: 1_000_000_000 }],
    [
      "another state beside the signed one",
      (response, plain) => ({ response, state: plain.get("state") ?? "" }),
      { state: "other.state" },
    ],
    ["a signature that was cut", (response) => ({ response: response.slice(0, -8) }), {}],
    [
      "no signature",
      (response) => ({
        response: `${btoa('{"alg":"none"}').replaceAll("=", "")}.${response.split(".")[1] ?? ""}.`,
      }),
      {},
    ],
    ["no token at all", () => ({ response: "x" }), {}],
  ])("%s does not", async (_, change, claims) => {
    expect((await answered(change, claims)).isIn).toBe(false);
  });

  it("where nobody asked for one, the log names it", async () => {
    const shop = world("jwt", { providers: [oidc(rogue)] });
    const tab = shop.browser();
    const request = await begin(tab);
    const state = request.searchParams.get("state") ?? "";
    await tab.get(`callback/rogue?${new URLSearchParams({ response: "a.b.c", state }).toString()}`);
    const reason = messageBehind(shop.log.errors("CallbackRouteError")[0]);
    expect(reason).toContain("JARM");
    expect(reason).toContain("response_mode");
  });

  it("DPoP without what makes the proofs is an error at the start", async () => {
    const untyped: object = { dpop: true };
    const shop = world("jwt", { providers: [{ ...oidc(rogue), ...untyped }] });
    await shop.browser().get("signin");
    expect(shop.log.errors("InvalidProvider")[0]?.message).toContain("`dpop: dpop()`");
  });

  it("a mode that only a page could read is an error at the start", async () => {
    const shop = world("jwt", { providers: [oidc(rogue, mode("fragment.jwt"))] });
    await shop.browser().get("signin");
    expect(shop.log.errors("InvalidProvider")[0]?.message).toContain("form_post.jwt");
  });
});
