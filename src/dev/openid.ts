import { exportJWK, generateKeyPair, jwtVerify, SignJWT } from "jose";
import { toBase64Url, utf8 } from "../core/crypto/encoding.js";
import { isRecord } from "../core/values/json.js";
import type { FetchLike } from "../types/providers.js";

/** A user's claims, in the ID token and in userinfo. */
export type Claims = Readonly<Record<string, unknown>>;

/** An OAuth or OpenID provider inside this process, called through functions. */
export interface OpenId {
  /**
   * Answers requests to discovery, keys, token endpoint and userinfo. Nothing goes over the
   * network.
   */
  readonly fetch: FetchLike;
  /** The redirect after the user has consented. */
  accept(authorizationUrl: URL, claims: Claims): Promise<URL>;
  /** The redirect after the user has refused. */
  deny(authorizationUrl: URL, error?: string): URL;
}

const alg = "ES256";
const codeLifetime = "10 minutes";
const seconds = 3600;
const algorithms = [alg];
/** One key per process, so that a configuration created for each request uses the same one. */
const keys = once(() => generateKeyPair(alg, { extractable: true }));
const used = new Set<string>();
const mostUsed = 1000;

/** Creates an OAuth 2.0 and OpenID Connect provider for tests and development. */
export function openIdInProcess(issuer: string): OpenId {
  return {
    async fetch(input, init) {
      const request = new Request(input, init);
      return answer(issuer, request, new URL(request.url));
    },
    async accept(authorizationUrl, claims) {
      const asked = authorizationUrl.searchParams;
      const code = await sign(
        {
          claims,
          client: asked.get("client_id"),
          redirect: asked.get("redirect_uri"),
          challenge: asked.get("code_challenge"),
          nonce: asked.get("nonce"),
        },
        { audience: `${issuer} code`, lifetime: codeLifetime },
      );
      return backTo(asked, { code, iss: issuer });
    },
    deny: (authorizationUrl, error = "access_denied") =>
      backTo(authorizationUrl.searchParams, { error, iss: issuer }),
  };
}

function backTo(asked: URLSearchParams, params: Readonly<Record<string, string>>): URL {
  const url = new URL(asked.get("redirect_uri") ?? "");
  const state = asked.get("state");
  const all = { ...params, ...(state !== null && { state }) };
  for (const [name, value] of Object.entries(all)) url.searchParams.set(name, value);
  return url;
}

async function answer(issuer: string, request: Request, url: URL): Promise<Response> {
  if (url.pathname.includes("/.well-known/")) return Response.json(metadataOf(issuer));
  if (url.href === metadataOf(issuer).jwks_uri) {
    const { publicKey } = await keys();
    return Response.json({ keys: [{ ...(await exportJWK(publicKey)), use: "sig", alg }] });
  }
  if (request.method === "POST") return token(issuer, new URLSearchParams(await request.text()));
  return userinfo(issuer, request.headers.get("authorization") ?? "");
}

function metadataOf(issuer: string) {
  const at = (path: string) => `${issuer.replace(/\/$/, "")}/${path}`;
  return {
    issuer,
    authorization_endpoint: at("authorize"),
    token_endpoint: at("token"),
    userinfo_endpoint: at("userinfo"),
    jwks_uri: at("keys"),
    response_types_supported: ["code"],
    subject_types_supported: ["public"],
    id_token_signing_alg_values_supported: algorithms,
    code_challenge_methods_supported: ["S256"],
    authorization_response_iss_parameter_supported: true,
  };
}

/** RFC 6749, section 4.1.3, with the check of RFC 7636. A code works once. */
async function token(issuer: string, form: URLSearchParams): Promise<Response> {
  const code = await open(form.get("code") ?? "", `${issuer} code`);
  const fits =
    code !== undefined &&
    form.get("grant_type") === "authorization_code" &&
    form.get("redirect_uri") === code["redirect"] &&
    (await provesChallenge(form.get("code_verifier"), code["challenge"])) &&
    useUp(String(code["jti"]));
  if (!fits) return Response.json({ error: "invalid_grant" }, { status: 400 });
  const claims = isRecord(code["claims"]) ? code["claims"] : {};
  const lifetime = `${seconds} seconds`;
  const audience = String(code["client"]);
  const nonce = typeof code["nonce"] === "string" ? { nonce: code["nonce"] } : {};
  return Response.json({
    access_token: await sign({ claims }, { audience: `${issuer} userinfo`, lifetime }),
    id_token: await sign({ ...claims, ...nonce }, { issuer, audience, lifetime }),
    token_type: "bearer",
    expires_in: seconds,
  });
}

async function userinfo(issuer: string, authorization: string): Promise<Response> {
  const text = authorization.replace(/^(?:Bearer|token) /i, "");
  const opened = await open(text, `${issuer} userinfo`);
  if (!opened) return Response.json({ error: "invalid_token" }, { status: 401 });
  return Response.json(opened["claims"]);
}

async function provesChallenge(verifier: string | null, challenge: unknown): Promise<boolean> {
  if (typeof challenge !== "string") return true;
  const hash = await crypto.subtle.digest("SHA-256", utf8(verifier ?? ""));
  return toBase64Url(new Uint8Array(hash)) === challenge;
}

function useUp(id: string): boolean {
  if (used.has(id)) return false;
  used.add(id);
  const [oldest] = used;
  if (oldest !== undefined && used.size > mostUsed) used.delete(oldest);
  return true;
}

interface SignOptions {
  readonly audience: string;
  readonly lifetime: string;
  readonly issuer?: string;
}

async function sign(payload: Claims, { audience, lifetime, issuer }: SignOptions): Promise<string> {
  const { privateKey } = await keys();
  const jwt = new SignJWT({ ...payload })
    .setProtectedHeader({ alg })
    .setAudience(audience)
    .setIssuedAt()
    .setJti(crypto.randomUUID())
    .setExpirationTime(lifetime);
  return (issuer === undefined ? jwt : jwt.setIssuer(issuer)).sign(privateKey);
}

async function open(text: string, audience: string): Promise<Claims | undefined> {
  try {
    const { publicKey } = await keys();
    return (await jwtVerify(text, publicKey, { audience, algorithms })).payload;
  } catch {
    return undefined;
  }
}

function once<T>(make: () => T): () => T {
  const made: T[] = [];
  return () => (made[0] ??= make());
}
