import { readFileSync } from "node:fs";
import { exportJWK, generateKeyPair } from "jose";
import type { OIDCConfig } from "latchkey/providers";
import { describe, expect, it } from "vitest";
import { location } from "../support/client.js";
import { world } from "../support/config.js";
import { answerTo, postFromProvider } from "../support/oauth/form-post.js";
import { backWithCode, begin, oidc } from "../support/oauth/journey.js";
import { openId, openIdApp, signInAtOpenId } from "../support/oauth/openid-app.js";
import { serverKey } from "../support/oauth/openid.js";
import { rogueOfFile } from "../support/oauth/rogue-of-file.js";
import { signingKey } from "../support/oauth/rogue.js";

// The modules of the certification of relying parties, by their names, for the profiles "basic", "config"
// and "form post" with the response type `code`. Each is done again here, on a certified provider or on one
// that misbehaves; docs/certification.md has the table.

const rogue = await rogueOfFile();
const [other, es256, otherEs256] = await Promise.all([
  signingKey("key-2"),
  signingKey("key-1", "ES256"),
  signingKey("key-1", "ES256"),
]);

type Result = "in" | "refused";
type Mode = "query" | "form_post";

/** A whole sign-in at the provider that misbehaves. */
async function attempt(mode: Mode, options: Partial<OIDCConfig> = {}): Promise<Result> {
  const params = mode === "query" ? {} : { response_mode: mode };
  const shop = world("jwt", {
    providers: [oidc(rogue, { authorization: { params }, ...options })],
  });
  const tab = shop.browser();
  const started = location(await tab.submit("signin/rogue"));
  if (!started.startsWith(rogue.issuer)) return "refused";
  const request = new URL(started);
  const response =
    mode === "query"
      ? await tab.get(backWithCode(rogue, request), { from: rogue.issuer })
      : await postFromProvider(tab, answerTo(rogue, request));
  const session = await tab.session();
  const isIn = location(response) === "https://app.test";
  expect(session === null).toBe(!isIn);
  expect(shop.log.codes("error").length > 0).toBe(!isIn);
  return isIn ? "in" : "refused";
}

const claims = (given: Readonly<Record<string, unknown>>) => () => {
  rogue.idToken = { claims: given };
};

/** What the provider does wrong, and what must come of it. */
type Module = readonly [
  name: string,
  misbehave: () => void,
  result: Result,
  options?: Partial<OIDCConfig>,
];

const thin = { name: undefined, email: undefined, picture: undefined };

const modules: readonly Module[] = [
  ["oidcc-client-test", () => undefined, "in"],
  ["oidcc-client-test-invalid-iss", claims({ iss: "https://evil.example" }), "refused"],
  ["oidcc-client-test-missing-sub", claims({ sub: undefined }), "refused"],
  ["oidcc-client-test-invalid-aud", claims({ aud: "client-2" }), "refused"],
  ["oidcc-client-test-missing-aud", claims({ aud: undefined }), "refused"],
  ["oidcc-client-test-missing-iat", claims({ iat: undefined }), "refused"],
  [
    "oidcc-client-test-kid-absent-single-jwks",
    () => {
      rogue.idToken = { header: { kid: undefined } };
      const { kid: _, ...jwk } = rogue.key.jwk;
      rogue.keys = [jwk];
    },
    "in",
  ],
  [
    // By the standard such a token may be refused: which key was meant can't be told.
    "oidcc-client-test-kid-absent-multiple-jwks",
    () => {
      rogue.idToken = { header: { kid: undefined } };
      rogue.keys = [rogue.key.jwk, other.jwk];
    },
    "refused",
  ],
  ["oidcc-client-test-idtoken-sig-rs256", () => undefined, "in"],
  [
    "oidcc-client-test-idtoken-sig-none",
    () => {
      const body = Buffer.from(JSON.stringify({ iss: rogue.issuer, aud: "client-1", sub: "1" }));
      const header = Buffer.from('{"alg":"none"}').toString("base64url");
      rogue.tokens = { id_token: `${header}.${body.toString("base64url")}.` };
    },
    "refused",
    { checks: ["pkce"] },
  ],
  [
    "oidcc-client-test-invalid-sig-rs256",
    () => {
      rogue.keys = [{ ...other.jwk, kid: "key-1" }];
    },
    "refused",
  ],
  [
    "oidcc-client-test-invalid-sig-es256",
    () => {
      rogue.idToken = { key: otherEs256 };
      rogue.keys = [es256.jwk];
    },
    "refused",
    { client: { id_token_signed_response_alg: "ES256" } },
  ],
  [
    "oidcc-client-test-userinfo-invalid-sub",
    () => {
      claims(thin)();
      rogue.answers.set("/userinfo", { json: { sub: "person-2", name: "Eve" } });
    },
    "refused",
  ],
  ["oidcc-client-test-nonce-invalid", claims({ nonce: "another" }), "refused"],
  ["oidcc-client-test-scope-userinfo-claims", claims(thin), "in"],
  ["oidcc-client-test-client-secret-basic", () => undefined, "in"],
];

describe.each(["query", "form_post"] as const)("basic profile, %s", (mode) => {
  it.each(modules.map((module) => [module[0], module] as const))("%s", async (name, module) => {
    const [, misbehave, result, options] = module;
    misbehave();
    expect(await attempt(mode, options)).toBe(result);
    if (name.endsWith("userinfo-claims")) expect(rogue.count("/userinfo")).toBe(1);
    if (!name.endsWith("client-secret-basic")) return;
    const { authorization } = rogue.hits.find(({ path }) => path === "/token")?.headers ?? {};
    expect(authorization).toBe(`Basic ${btoa("client-1:secret-1")}`);
  });

  // So it is the signature that "invalid-sig-es256" is refused for.
  it("signs in with an ID token of the key that ES256 was agreed on for", async () => {
    rogue.idToken = { key: es256 };
    rogue.keys = [es256.jwk];
    const client = { id_token_signed_response_alg: "ES256" };
    expect(await attempt(mode, { client })).toBe("in");
  });

  it("oidcc-client-test, at a certified provider", async () => {
    const server = await openId();
    const authorization = mode === "query" ? {} : { params: { response_mode: mode } };
    await signInAtOpenId(server, openIdApp(server, { authorization }));
  });
});

describe("config profile", () => {
  it("oidcc-client-test-discovery-openid-config", async () => {
    expect(await attempt("query")).toBe("in");
    expect(rogue.paths()[0]).toBe("/.well-known/openid-configuration");
  });

  it("oidcc-client-test-discovery-jwks-uri-keys", async () => {
    rogue.metadata = { jwks_uri: `${rogue.issuer}/keys-elsewhere` };
    rogue.answers.set("/keys-elsewhere", { json: { keys: rogue.keys } });
    expect(await attempt("query")).toBe("in");
    expect(rogue.count("/keys-elsewhere")).toBe(1);
  });

  it("oidcc-client-test-discovery-issuer-mismatch", async () => {
    rogue.metadata = { issuer: "https://evil.example" };
    expect(await attempt("query")).toBe("refused");
    expect(rogue.count("/token")).toBe(0);
  });

  it("oidcc-client-test-signing-key-rotation", async () => {
    const first = await openId();
    const shop = openIdApp(first);
    await signInAtOpenId(first, shop);
    await first.stop();
    const port = Number(new URL(first.issuer).port);
    const jwks = { keys: [await serverKey("server-2")] };
    const second = await openId({ port, configuration: { jwks } });
    await signInAtOpenId(second, shop);
  });

  it("oidcc-client-test-signing-key-rotation-just-before-signing", async () => {
    const shop = world("jwt", { providers: [oidc(rogue)] });
    const tab = shop.browser();
    await tab.get(backWithCode(rogue, await begin(tab)));
    const request = await begin(tab);
    const { privateKey, publicKey } = await generateKeyPair("RS256", { extractable: true });
    const old = rogue.key;
    rogue.key = {
      privateKey,
      jwk: { ...(await exportJWK(publicKey)), kid: "key-9", alg: "RS256" },
    };
    rogue.keys = [rogue.key.jwk];
    const response = await tab.get(backWithCode(rogue, request));
    rogue.key = old;
    expect(location(response)).toBe("https://app.test");
  });
});

describe("docs/certification.md", () => {
  it("has a row for each module, and none for others", () => {
    const page = readFileSync(new URL("../../docs/certification.md", import.meta.url), "utf8");
    const rows = [...page.matchAll(/^\| `(oidcc-client-test[\w-]*)`/gm)].map(([, name]) => name);
    const source = readFileSync(new URL(import.meta.url), "utf8");
    const tested = [...source.matchAll(/"(oidcc-client-test[\w-]*)"/g)].map(([, name]) => name);
    expect([...new Set(rows)].sort()).toEqual([...new Set(tested)].sort());
  });
});
