import { decode, encode, getToken, type DefaultJWT, type JWT, type JWTOptions } from "latchkey/jwt";
import { AuthError, AccessDenied, CredentialsSignin, OAuthAccountNotLinked } from "latchkey/errors";
import {
  Auth,
  createActionURL,
  customFetch,
  raw,
  setEnvDefaults,
  skipCSRFCheck,
  type AuthConfig,
} from "latchkey";
import type {
  Account,
  Awaitable,
  Awaited,
  Profile,
  TokenSet,
  PublicProvider,
} from "latchkey/types";
import type { WebAuthnOptionsResponseBody } from "latchkey/types";
import GitHub from "latchkey/providers/github";

interface AppToken extends JWT {
  role: string;
}

// 49: the raw token
export const rawToken = async (req: Request): Promise<string | null> =>
  getToken<true>({ req, secret: process.env.AUTH_SECRET ?? "", raw: true });

// 50: its claims, of a request of Node.js too
export const claims = async (req: { headers: Record<string, string> }) => {
  const token = await getToken({ req, secret: process.env.AUTH_SECRET, secureCookie: true });
  return token?.sub;
};

// 51: claims with a type of one's own
export const role = async (token: string) =>
  (await decode<AppToken>({ token, secret: "s", salt: "authjs.session-token" }))?.role;

// 52: made by hand
export const make = (sub: string) =>
  encode({ token: { sub, role: "admin" }, secret: "s", salt: "authjs.session-token", maxAge: 60 });
export const makeTyped = (token: AppToken) => encode<AppToken>({ token, secret: "s", salt: "a" });

// 53: encode and decode of one's own
export const jwt: Partial<JWTOptions> = {
  async encode({ token, secret, maxAge, salt }) {
    return JSON.stringify({ token, secret, maxAge, salt });
  },
  async decode({ token }) {
    return token ? JSON.parse(token) : null;
  },
};
export const passing: AuthConfig = {
  providers: [],
  jwt: { encode: async (params) => encode(params), decode: async (params) => decode(params) },
};

// 54: errors told apart
export function explain(error: unknown): string {
  if (error instanceof CredentialsSignin) return error.code;
  if (error instanceof AccessDenied || error instanceof OAuthAccountNotLinked) return error.type;
  if (error instanceof AuthError) return error.cause?.err?.message ?? error.message;
  return "unknown";
}
const messages: Record<string, string> = { CredentialsSignin: "Wrong password" };
export const message = (error: AuthError) => messages[error.type] ?? "Try again";
export class Locked extends AuthError {
  static type = "Locked";
  static kind = "signIn" as const;
}

// 55: the core itself
export const handler = (request: Request) =>
  Auth(request, {
    providers: [GitHub],
    secret: "s",
    trustHost: true,
    basePath: "/auth",
    skipCSRFCheck,
  });
export async function plain(request: Request) {
  const config: AuthConfig = { providers: [] };
  setEnvDefaults(process.env, config);
  const { body, cookies, redirect } = await Auth(request, { ...config, raw });
  const url = createActionURL("signin", "https", new Headers(), process.env, config);
  return { body, cookies, redirect, url };
}
export const fetching = GitHub({
  [customFetch]: (...args: Parameters<typeof fetch>) => fetch(...args),
});

// 56: small types
export const expiry = (account: Account): number => account.expires_at ?? 0;
export const tokens = (set: TokenSet): Awaitable<string | undefined> => set.access_token;
export const claim = (profile: Profile) => [profile.sub, profile.picture, profile["groups"]];
export const link = ({ signinUrl, id }: PublicProvider) => `${id} ${signinUrl}`;
export const fallback: DefaultJWT = { name: "a", picture: null };

// 62: what a promise gives, and what the browser is told to ask an authenticator
export const later = async (found: Awaited<ReturnType<typeof getToken>>) => found?.sub;
export const asked = ({ action, options }: WebAuthnOptionsResponseBody) =>
  `${action} ${options.challenge}`;
