import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { SignJWT, type JWTPayload } from "jose";
import type { FetchLike, OAuthConfig } from "latchkey/providers";
import type { CatalogueEntry } from "../provider-catalogue.js";
import { addressOf, readText } from "./loopback.js";
import { signingKey, type SigningKey } from "./rogue.js";

/** A tenant for providers that have many. */
export const tenant = "9188040d-6c67-4c5b-b112-36a304b66dad";

/** Answers in the shape of one provider after the other; reached through a fetch that maps hosts. */
export class StandIn {
  readonly #server: Server;
  readonly #key: SigningKey;
  #answers = new Map<string, () => unknown>();
  /** Addresses of the provider that were asked, without their query. */
  seen: string[] = [];
  /** The nonce of the sign-in under way. */
  nonce: string | null = null;

  private constructor(key: SigningKey) {
    this.#key = key;
    this.#server = createServer((request, response) => {
      void this.#serve(request, response);
    });
  }

  static async start(): Promise<StandIn> {
    const standIn = new StandIn(await signingKey("key-1"));
    await new Promise<void>((resolve) => standIn.#server.listen(0, "127.0.0.1", resolve));
    return standIn;
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  readonly fetch: FetchLike = (input, init) => {
    const target = input instanceof Request ? input.url : String(input);
    return fetch(`${addressOf(this.#server)}/?to=${encodeURIComponent(target)}`, init);
  };

  /** From now on it is this provider. */
  become(entry: CatalogueEntry): void {
    const { sample, options } = entry;
    const provider = entry.factory(options);
    const issuer = provider.options?.issuer ?? provider.issuer;
    const named = issuer?.replace("/common/", "/{tenantid}/");
    const base = issuer?.replace(/\/$/, "");
    const at = (path: string) => `${base}/${path}`;
    this.seen = [];
    this.#answers = new Map(
      Object.entries(sample.answers ?? {}).map(([url, answer]) => [bare(url), () => answer]),
    );
    if (base !== undefined) {
      this.#answers.set(at(".well-known/openid-configuration"), () => ({
        issuer: named,
        authorization_endpoint: at("stand-in/authorize"),
        token_endpoint: at("stand-in/token"),
        userinfo_endpoint: at("stand-in/userinfo"),
        jwks_uri: at("stand-in/keys"),
      }));
    }
    const keys = () => ({ keys: [this.#key.jwk] });
    this.#answers.set(at("stand-in/keys"), keys);
    if (provider.jwks_endpoint !== undefined) {
      this.#answers.set(bare(String(provider.jwks_endpoint)), keys);
    }
    const token = urlOf(provider.token) ?? at("stand-in/token");
    this.#answers.set(bare(token), () => this.#tokens(entry, provider, issuer));
    const userinfo = sample.userinfoUrl ?? urlOf(provider.userinfo) ?? at("stand-in/userinfo");
    const isSigned = provider.client?.userinfo_signed_response_alg !== undefined;
    this.#answers.set(bare(userinfo), () =>
      isSigned ? this.#sign(entry, provider, issuer) : sample.profile,
    );
  }

  async #tokens(entry: CatalogueEntry, provider: OAuthConfig, issuer: string | undefined) {
    const plain = entry.sample.token ?? {
      access_token: "access",
      token_type: "Bearer",
      expires_in: 3600,
    };
    if (provider.type === "oauth") return plain;
    return { ...plain, id_token: await this.#sign(entry, provider, issuer) };
  }

  #sign(entry: CatalogueEntry, provider: OAuthConfig, issuer: string | undefined): Promise<string> {
    const now = Math.floor(Date.now() / 1000);
    const {
      user: _user,
      nbf: _nbf,
      ...claims
    }: Record<string, unknown> = {
      ...entry.sample.profile,
      iss: issuer?.replace("/common/", `/${tenant}/`),
      aud: "client",
      iat: now,
      exp: now + 300,
      ...(issuer?.includes("/common/") && { tid: tenant }),
    };
    const payload: JWTPayload = { ...claims, nonce: this.nonce ?? undefined };
    const alg = provider.client?.id_token_signed_response_alg ?? "RS256";
    const isShared = alg.startsWith("HS");
    return new SignJWT(payload)
      .setProtectedHeader({ alg, ...(!isShared && { kid: "key-1" }) })
      .sign(isShared ? new TextEncoder().encode("secret") : this.#key.privateKey);
  }

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    await readText(request);
    const asked = new URL(request.url ?? "/", addressOf(this.#server)).searchParams.get("to") ?? "";
    this.seen.push(bare(asked));
    const answer = await this.#answers.get(bare(asked))?.();
    if (typeof answer === "string") {
      response.setHeader("content-type", "application/jwt").end(answer);
    } else if (answer instanceof Uint8Array) {
      response.setHeader("content-type", "image/jpeg").end(answer);
    } else {
      response.statusCode = answer === undefined ? 404 : 200;
      response.setHeader("content-type", "application/json");
      response.end(JSON.stringify(answer ?? { error: "not_found" }));
    }
  }
}

function urlOf(endpoint: string | { url?: string | undefined } | undefined): string | undefined {
  return typeof endpoint === "string" ? endpoint : endpoint?.url;
}

function bare(address: string): string {
  const url = new URL(address);
  url.search = "";
  return url.href;
}
