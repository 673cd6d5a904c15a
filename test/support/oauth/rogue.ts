import { createHash, randomUUID } from "node:crypto";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { exportJWK, generateKeyPair, SignJWT, type JWK, type JWTPayload } from "jose";
import { addressOf, readText } from "./loopback.js";

/** One request that reached the provider. */
export interface Hit {
  readonly method: string;
  readonly path: string;
  readonly query: URLSearchParams;
  readonly headers: IncomingMessage["headers"];
  readonly form: URLSearchParams;
}

/** What is answered: JSON, a text, or whatever is done to the connection. */
export interface Answer {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly json?: unknown;
  readonly text?: string;
  readonly raw?: (response: ServerResponse) => void;
}

interface Issued {
  readonly nonce: string | null;
  readonly challenge: string | null;
}

/** How an ID token of this provider differs from a right one. */
export interface IdTokenChanges {
  readonly claims?: Readonly<Record<string, unknown>>;
  readonly header?: Readonly<Record<string, unknown>>;
  /** Signs it in place of the provider's own key. */
  readonly key?: SigningKey;
}

export interface SigningKey {
  readonly privateKey: CryptoKey;
  readonly jwk: JWK;
}

export async function signingKey(kid: string | undefined, alg = "RS256"): Promise<SigningKey> {
  const { publicKey, privateKey } = await generateKeyPair(alg, { extractable: true });
  const jwk = await exportJWK(publicKey);
  return { privateKey, jwk: { ...jwk, alg, use: "sig", ...(kid !== undefined && { kid }) } };
}

/**
 * An OAuth 2.0 and OpenID provider that does as it is told. Out of the box it behaves; each test
 * replaces the part that is to go wrong.
 */
export class RogueProvider {
  readonly hits: Hit[] = [];
  readonly person = { sub: "person-1", name: "Pat", email: "pat@example.org", picture: null };
  issuer = "";
  key: SigningKey;
  keys: JWK[];
  /** Replaces the answer of an endpoint, by path. */
  readonly answers = new Map<string, Answer>();
  metadata: Readonly<Record<string, unknown>> = {};
  idToken: IdTokenChanges = {};
  tokens: Readonly<Record<string, unknown>> = {};
  readonly #issued = new Map<string, Issued>();
  readonly #server: Server;

  private constructor(key: SigningKey) {
    this.key = key;
    this.keys = [key.jwk];
    this.#server = createServer((request, response) => {
      void this.#serve(request, response);
    });
  }

  static async start(): Promise<RogueProvider> {
    const provider = new RogueProvider(await signingKey("key-1"));
    await new Promise<void>((resolve) => provider.#server.listen(0, "127.0.0.1", resolve));
    provider.issuer = addressOf(provider.#server);
    return provider;
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  /** Behaves again, and forgets what it was asked. */
  reset(): void {
    this.hits.length = 0;
    this.answers.clear();
    this.metadata = {};
    this.idToken = {};
    this.tokens = {};
    this.keys = [this.key.jwk];
  }

  paths(): string[] {
    return this.hits.map(({ path }) => path);
  }

  count(path: string): number {
    return this.paths().filter((item) => item === path).length;
  }

  /** A code for the person who came with this authorization request. */
  issueCode(request: URL): string {
    const code = randomUUID();
    const { searchParams } = request;
    this.#issued.set(code, {
      nonce: searchParams.get("nonce"),
      challenge: searchParams.get("code_challenge"),
    });
    return code;
  }

  async signIdToken(nonce: string | null, changes: IdTokenChanges): Promise<string> {
    const { claims, header, key = this.key } = changes;
    const now = Math.floor(Date.now() / 1000);
    const all: Readonly<Record<string, unknown>> = {
      iss: this.issuer,
      aud: "client-1",
      iat: now,
      exp: now + 300,
      ...this.person,
      ...(nonce !== null && { nonce }),
      ...claims,
    };
    const payload: JWTPayload = Object.fromEntries(
      Object.entries(all).filter(([, value]) => value !== undefined),
    );
    const { kid, alg = "RS256" } = key.jwk;
    return new SignJWT(payload)
      .setProtectedHeader({ alg, ...(kid !== undefined && { kid }), ...header })
      .sign(key.privateKey);
  }

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname: path, searchParams: query } = new URL(request.url ?? "/", this.issuer);
    const form = new URLSearchParams(await readText(request));
    const hit = { method: request.method ?? "", path, query, headers: request.headers, form };
    this.hits.push(hit);
    send(response, this.answers.get(path) ?? (await this.#behave(hit)));
  }

  async #behave(hit: Hit): Promise<Answer> {
    switch (hit.path) {
      case "/.well-known/openid-configuration":
        return { json: this.#document() };
      case "/jwks":
        return { json: { keys: this.keys } };
      case "/token":
        return this.#grant(hit);
      case "/userinfo":
        return { json: { ...this.person, sub: this.idToken.claims?.["sub"] ?? this.person.sub } };
      default:
        return { status: 404, json: { error: "not_found" } };
    }
  }

  #document(): Record<string, unknown> {
    const { issuer } = this;
    return {
      issuer,
      authorization_endpoint: `${issuer}/authorize`,
      token_endpoint: `${issuer}/token`,
      userinfo_endpoint: `${issuer}/userinfo`,
      jwks_uri: `${issuer}/jwks`,
      ...this.metadata,
    };
  }

  async #grant({ form }: Hit): Promise<Answer> {
    const issued = this.#issued.get(form.get("code") ?? "");
    this.#issued.delete(form.get("code") ?? "");
    if (!issued || !isVerified(issued.challenge, form.get("code_verifier"))) {
      return { status: 400, json: { error: "invalid_grant" } };
    }
    const id_token = await this.signIdToken(issued.nonce, this.idToken);
    return { json: { access_token: "access-1", token_type: "Bearer", id_token, ...this.tokens } };
  }
}

function isVerified(challenge: string | null, verifier: string | null): boolean {
  if (challenge === null) return verifier === null;
  return (
    createHash("sha256")
      .update(verifier ?? "")
      .digest("base64url") === challenge
  );
}

function send(response: ServerResponse, answer: Answer): void {
  if (answer.raw) return answer.raw(response);
  const type = answer.text === undefined ? "application/json" : "text/html";
  response.writeHead(answer.status ?? 200, { "content-type": type, ...answer.headers });
  response.end(answer.text ?? JSON.stringify(answer.json));
}
