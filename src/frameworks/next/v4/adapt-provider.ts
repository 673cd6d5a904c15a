import { AuthError } from "../../../core/errors/errors.js";
import type { Untyped } from "../../../types/common.js";
import { memberOf } from "../../visit/shapes.js";
import type { NextAuthConfig } from "../types.js";
import type { OAuthConfig } from "./providers/oauth.js";
import type { Refusals } from "./refusals.js";
import type { AuthOptions, User, V4Request } from "./types.js";

type Given = AuthOptions["providers"][number];
type Taken = NextAuthConfig["providers"][number];

/** Converts a provider of next-auth 4. */
export function adaptProvider(given: Given, refusals: Refusals): Taken {
  if (isSame(given)) return given;
  return given.type === "credentials" ? adaptCredentials(given, refusals) : adaptOAuth(given);
}

/** Whether a provider needs no conversion: next-auth 4 has only these two types and "email". */
function isSame(given: Given): given is Exclude<Taken, { type: "credentials" | "oauth" }> {
  return typeof given === "function" || !["credentials", "oauth"].includes(given.type);
}

function adaptOAuth(given: OAuthConfig<Untyped>): Taken {
  const { checks, options, ...rest } = given;
  const list = [checks ?? []].flat();
  const shared = { ...rest, options: adaptOptions(options ?? {}) };
  if (isOpenId(given)) {
    return { ...shared, type: "oidc", issuer: issuerOf(given), ...(checks && { checks: list }) };
  }
  const plain = list.flatMap((check) => (check === "nonce" ? [] : [check]));
  return { ...shared, type: "oauth", ...(checks && { checks: plain }) };
}

/** `idToken` makes a provider an OpenID one, in `options`, too. */
function isOpenId(provider: object): boolean {
  return [provider, memberOf(provider, "options")].some((one) => memberOf(one, "idToken") === true);
}

const discovery = /\/\.well-known\/openid-configuration$/;

function issuerOf(provider: object): string | undefined {
  const named = textIn(provider, "issuer");
  return named ?? textIn(provider, "wellKnown")?.replace(discovery, "");
}

function textIn(provider: object, name: string): string | undefined {
  const found = memberOf(memberOf(provider, "options"), name) ?? memberOf(provider, name);
  return typeof found === "string" ? found : undefined;
}

/** A single check may be a string. */
function adaptOptions(options: object & Legacy): object {
  const { checks } = options;
  return checks === undefined ? options : { ...options, checks: [checks].flat() };
}

interface Legacy {
  readonly checks?: string | readonly string[];
}

type V4Credentials = Exclude<Extract<Given, { type: "credentials" }>, (...args: never) => unknown>;

function adaptCredentials(given: V4Credentials, refusals: Refusals): Taken {
  const { id, name, credentials } = { ...given, ...given.options };
  const ask = (typed: Record<string, string>, req: V4Request) =>
    authorizeOf(given)?.call(given, typed, req);
  return {
    id,
    name,
    type: "credentials",
    credentials,
    async authorize(typed, request) {
      try {
        return (await ask(texts(typed), asV4(request, typed))) ?? null;
      } catch (error) {
        if (error instanceof AuthError) throw error;
        throw refusals.refuse(error);
      }
    },
  };
}

type Authorize = (
  typed: Record<string, string>,
  req: V4Request,
) => User | null | PromiseLike<User | null>;

function authorizeOf(given: V4Credentials): Authorize | undefined {
  const found = memberOf(given.options, "authorize") ?? memberOf(given, "authorize");
  return isAuthorize(found) ? found : undefined;
}

function isAuthorize(value: unknown): value is Authorize {
  return typeof value === "function";
}

function texts(typed: object): Record<string, string> {
  return Object.fromEntries(Object.entries(typed).map(([name, value]) => [name, String(value)]));
}

function asV4({ url, headers, method }: Request, body: object): V4Request {
  const query = Object.fromEntries(new URL(url).searchParams);
  return { query, body: { ...body }, headers: Object.fromEntries(headers), method };
}
