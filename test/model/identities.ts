import { createHash } from "node:crypto";
import { SignJWT } from "jose";
import { customFetch } from "latchkey";
import type { FetchLike, OAuth2Config, OIDCConfig } from "latchkey/providers";
import { signingKey } from "../support/oauth/rogue.js";

export type ProviderId = "hub" | "idp";

interface Person {
  readonly sub: string;
  readonly name: string;
  readonly email: string;
  /** The provider has verified the address. */
  readonly verified: boolean;
}

/** Who has an account where. Some addresses are those of users who have never been there. */
export const persons: Readonly<Record<ProviderId, readonly [Person, Person]>> = {
  hub: [
    { sub: "h1", name: "Pat", email: "pat@example.org", verified: false },
    { sub: "h2", name: "Grace", email: "grace@example.org", verified: true },
  ],
  idp: [
    { sub: "i1", name: "Pat", email: "pat@example.org", verified: true },
    { sub: "i2", name: "Ada", email: "ada@example.org", verified: true },
  ],
};

interface Issued {
  readonly provider: ProviderId;
  readonly person: Person;
  readonly challenge: string;
  readonly nonce: string | null;
}

const key = await signingKey("key-1");

/**
 * Two providers in this process. They check what they must, but a code can be used again and again:
 * that every sign-in counts once is for the library to see to.
 */
export class Identities {
  readonly #issued = new Map<string, Issued>();

  /** A code for the person who came with this authorization request. */
  issue(provider: ProviderId, request: URL, person: Person): string {
    const code = `code-${this.#issued.size + 1}`;
    const { searchParams } = request;
    const challenge = searchParams.get("code_challenge") ?? "";
    this.#issued.set(code, { provider, person, challenge, nonce: searchParams.get("nonce") });
    return code;
  }

  /** Says of each address whether it was verified. */
  readonly hub: OAuth2Config = {
    ...this.#common("hub"),
    type: "oauth",
    authorization: "https://hub.test/authorize?scope=basic",
    token: "https://hub.test/token",
    userinfo: "https://hub.test/userinfo",
    emailVerified: (profile) => Reflect.get(profile, "verified") === true,
  };

  /** Answers by a form post, and the application believes its addresses. */
  readonly idp: OIDCConfig = {
    ...this.#common("idp"),
    type: "oidc",
    issuer: "https://idp.test",
    checks: ["pkce", "nonce"],
    authorization: { params: { response_mode: "form_post" } },
    allowDangerousEmailAccountLinking: true,
  };

  #common(id: ProviderId) {
    const answer: FetchLike = async (input, init) => {
      const request = new Request(input, init);
      const { pathname } = new URL(request.url);
      const found = await this.#answer(id, pathname, request);
      return Response.json(found ?? { error: "invalid_grant" }, { status: found ? 200 : 400 });
    };
    return { id, name: id, clientId: "client-1", clientSecret: "secret-1", [customFetch]: answer };
  }

  async #answer(id: ProviderId, path: string, request: Request): Promise<object | undefined> {
    switch (path) {
      case "/.well-known/openid-configuration":
        return metadata;
      case "/jwks":
        return { keys: [key.jwk] };
      case "/token":
        return this.#grant(id, new URLSearchParams(await request.text()));
      default:
        return this.#issued.get(request.headers.get("authorization")?.slice("Bearer ".length) ?? "")
          ?.person;
    }
  }

  async #grant(id: ProviderId, form: URLSearchParams): Promise<object | undefined> {
    const code = form.get("code") ?? "";
    const issued = this.#issued.get(code);
    const verifier = form.get("code_verifier") ?? "";
    const challenge = createHash("sha256").update(verifier).digest("base64url");
    if (!issued || issued.provider !== id || issued.challenge !== challenge) return undefined;
    const tokens = { access_token: code, token_type: "Bearer" };
    return id === "hub" ? tokens : { ...tokens, id_token: await idToken(issued) };
  }
}

const metadata = {
  issuer: "https://idp.test",
  authorization_endpoint: "https://idp.test/authorize",
  token_endpoint: "https://idp.test/token",
  userinfo_endpoint: "https://idp.test/userinfo",
  jwks_uri: "https://idp.test/jwks",
};

function idToken({ person, nonce }: Issued): Promise<string> {
  const now = Math.floor(Date.now() / 1000);
  const times = { iat: now, exp: now + 300 };
  const claims = { ...person, ...times, iss: metadata.issuer, aud: "client-1", nonce };
  return new SignJWT(claims)
    .setProtectedHeader({ alg: "RS256", kid: "key-1" })
    .sign(key.privateKey);
}
