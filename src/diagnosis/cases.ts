import type { Text } from "./texts.js";

/** What can be seen of an error without knowing its type. */
export interface Seen {
  /** The type, or the code that it is logged with. */
  readonly code: string;
  /** All messages, of the error and of what led to it. */
  readonly text: string;
  /** Codes of the platform, of databases and of OAuth, such as ECONNREFUSED or invalid_client. */
  readonly codes: ReadonlySet<string>;
  /** The provider that it is about. */
  readonly provider: string | undefined;
}

/** A case that is known better than its type tells. */
export interface Case {
  /** A few words, for the docs. */
  readonly name: string;
  /** Types that it may have; none for any. */
  readonly of?: readonly string[];
  /** Codes of which one is enough, or what a message says. */
  readonly codes?: readonly string[];
  readonly says?: RegExp;
  readonly cause: string;
  readonly cure: string;
}

const ofStore = ["AdapterError", "SessionTokenError", "SessionUnavailable", "SharedStateError"];
const ofProvider = ["OAuthSignInError", "CallbackRouteError", "OAuthCallbackError"];
const unreachable = [
  "ECONNREFUSED",
  "ENOTFOUND",
  "EHOSTUNREACH",
  "ETIMEDOUT",
  "ECONNRESET",
  "EAI_AGAIN",
  "UND_ERR_CONNECT_TIMEOUT",
];

/** From the most to the least certain; the first that fits counts. `{ID}` and `{id}` are the provider. */
export const cases: readonly Case[] = [
  {
    name: "There are no tables",
    of: ofStore,
    codes: ["42P01", "42703", "ER_NO_SUCH_TABLE", "ER_BAD_FIELD_ERROR"],
    says: /no such table|no such column|has no column|doesn't exist|does not exist in the current database/,
    cause: "The database lacks tables or columns of the library.",
    cure: "Run `npx latchkey migrate` with DATABASE_URL set, or `npx latchkey schema` for your own tool.",
  },
  {
    name: "The database does not let the application in",
    of: ofStore,
    codes: [
      "28P01",
      "28000",
      "3D000",
      "ER_ACCESS_DENIED_ERROR",
      "ER_BAD_DB_ERROR",
      "WRONGPASS",
      "NOAUTH",
    ],
    says: /password authentication failed|access denied for user|WRONGPASS|NOAUTH/i,
    cause: "The user, the password or the name of the database is wrong.",
    cure: "Check user, password and database in the URL that the adapter connects with (DATABASE_URL).",
  },
  {
    name: "The database can not be reached",
    of: ofStore,
    codes: [...unreachable, "57P03", "08006"],
    says: /did not (?:answer|return|settle) within|connection (?:terminated|refused|timeout|is closed)|ECONNREFUSED/i,
    cause: "The database is down, or not at this address.",
    cure: "Start it, and check host and port in the URL that the adapter connects with (DATABASE_URL).",
  },
  {
    name: "There is no client id",
    of: ofProvider,
    says: /has no `clientId`/,
    cause: "The application has no client id for this provider.",
    cure: "Register the application at the provider, and set AUTH_{ID}_ID and AUTH_{ID}_SECRET, or `clientId` and `clientSecret`.",
  },
  {
    name: "The redirect URI is not registered",
    of: ofProvider,
    codes: ["redirect_uri_mismatch"],
    says: /redirect[_ ]ur[il]/i,
    cause: "The provider does not know the address that it is to send people back to.",
    cure: "Register exactly the redirect URI at the provider that `npx latchkey doctor` prints: {AUTH_URL}{basePath}/callback/{id}.",
  },
  {
    name: "The client's key isn't accepted",
    of: ofProvider,
    says: /told who asks by private_key_jwt/,
    cause: "The provider does not know the client id, or the key that the client signs with.",
    cure: "Register the public key of `token.clientPrivateKey` at the provider, with the same `kid`. Older servers want another audience: set `token.clientAssertion`.",
  },
  {
    name: "The client secret is wrong",
    of: ofProvider,
    codes: ["invalid_client", "unauthorized_client", "incorrect_client_credentials"],
    says: /did not accept the client/,
    cause: "The provider does not know the client id, or the client secret does not belong to it.",
    cure: "Copy both anew from the provider's console into AUTH_{ID}_ID and AUTH_{ID}_SECRET (no quotes, no blanks at the ends), and restart.",
  },
  {
    name: "The ID token lacks a claim",
    of: ofProvider,
    says: /claim missing|does not tell when the person last proved/,
    cause: "The ID token of the provider lacks a claim that is required, or that was asked for.",
    cure: "The log names the claim. Have the provider send it; `auth_time` is needed for `max_age`, `default_max_age` and `require_auth_time`.",
  },
  {
    name: "The clock is off",
    of: ofProvider,
    says: /issued in the future|"(?:exp|nbf|iat)"|JWT NotBefore|timestamp check/i,
    cause: "The clock of this server and that of the provider differ by minutes.",
    cure: "Set the clock of this server (compare `date -u` with the time of another machine, and turn on NTP).",
  },
  {
    name: "The issuer is wrong",
    of: ofProvider,
    says: /names the issuer|discovery document|Authorization Server Metadata|"issuer"|\.well-known/i,
    cause: "`issuer` is not the address that the provider gives itself.",
    cure: "Set `issuer` (AUTH_{ID}_ISSUER) so that {issuer}/.well-known/openid-configuration is the provider's document; its member `issuer` is the right value, to the last slash.",
  },
  {
    name: "The provider can not be reached",
    of: ofProvider,
    codes: [
      ...unreachable,
      "CERT_HAS_EXPIRED",
      "DEPTH_ZERO_SELF_SIGNED_CERT",
      "UNABLE_TO_VERIFY_LEAF_SIGNATURE",
      "SELF_SIGNED_CERT_IN_CHAIN",
      "ERR_TLS_CERT_ALTNAME_INVALID",
    ],
    says: /fetch failed|did not answer within|certificate|ECONNREFUSED|ENOTFOUND/i,
    cause:
      "This server could not reach the provider: its address is wrong, it is down, or a firewall or certificate is in the way.",
    cure: "Try from this server: curl {issuer}/.well-known/openid-configuration. Behind a proxy give the provider a `customFetch`; for a private certificate set NODE_EXTRA_CA_CERTS.",
  },
  {
    name: "The code was not accepted",
    of: ofProvider,
    codes: ["invalid_grant"],
    cause:
      "The provider did not accept the code: it was used before, is too old, or the redirect URI is another one than at the beginning.",
    cure: "Start again. If it happens every time, the site must be at one address only (AUTH_URL), and the clock must be right.",
  },
  {
    name: "The person cancelled",
    of: ["OAuthCallbackError"],
    codes: ["access_denied", "user_cancelled_login", "user_cancelled_authorize"],
    cause: "The person, or somebody who decides for them at the provider, said no there.",
    cure: "Nothing, unless they did not: then the application may have to be approved at the provider.",
  },
  {
    name: "Another secret",
    says: /with another secret/,
    cause:
      "The cookie was made with a secret that this process does not have: the instances have different secrets, or the secret was changed and the old one taken out at once.",
    cure: "Set the same AUTH_SECRET in every instance. When you change it, keep the old one as the last of the list (`secret: [new, old]`, or AUTH_SECRET_1 for the new one).",
  },
  {
    name: "The site is at another origin",
    of: ["MissingCSRF"],
    says: /request from another site was refused/,
    cause:
      "The page that sent the form is at another origin than this server takes the site to be at.",
    cure: "If both are yours, use one address of the site, and set AUTH_URL to it. Behind a proxy, you can make the framework trust it instead. For another site of yours, add its origin to `trustedOrigins`.",
  },
  {
    name: "No cookie came back",
    of: ["InvalidCheck", "MissingCSRF"],
    says: /sent no cookie/,
    cause:
      "The browser sent no cookie of the library: it keeps none, or they were set for another address or scheme of the site.",
    cure: "Allow cookies, and use one address of the site from beginning to end. If the site is at https behind a proxy, set AUTH_URL to its https URL. Over plain http secure cookies are not kept.",
  },
  {
    name: "The signIn callback returned nothing",
    of: ["AccessDenied"],
    says: /returned nothing/,
    cause: "`callbacks.signIn` came to its end without a return, which counts as no.",
    cure: "Return true at the end of `callbacks.signIn` for everybody who may sign in.",
  },
  {
    name: "The signIn callback failed",
    of: ["AccessDenied"],
    codes: ["callback-threw"],
    cause: "`callbacks.signIn` threw an error, which counts as no.",
    cure: "Mend what the error says, or catch it in the callback and return true or false.",
  },
  {
    name: "A password is wrong",
    of: ["CredentialsSignin"],
    says: /No proven address has this password|The password is not the one that is stored/,
    cause:
      "Nobody has this address, or it is not proven, or its owner has no password or another one.",
    cure: "Nothing, when it was wrong: people can ask for a new one. For passwords of another system, give the provider `verify`.",
  },
  {
    name: "The mail server refuses",
    of: ["EmailSignInError"],
    codes: ["EAUTH", "EENVELOPE", "ESOCKET", "ECONNECTION", "EDNS", ...unreachable],
    cause:
      "The mail server can not be reached, or does not take the user, the sender or the recipient.",
    cure: "Check `server` and `from` of the e-mail provider; `npx latchkey doctor` tries the connection.",
  },
];

/** The case that fits best. */
export function caseOf(seen: Seen): Text | undefined {
  const found = cases.find((one) => fits(one, seen));
  return found && { cause: found.cause, cure: fill(found.cure, seen.provider) };
}

function fits({ of, codes = [], says }: Case, seen: Seen): boolean {
  if (of && !of.includes(seen.code)) return false;
  return codes.some((code) => seen.codes.has(code)) || says?.test(seen.text) === true;
}

function fill(text: string, provider: string | undefined): string {
  if (provider === undefined) return text;
  const name = provider.replace(/[^A-Za-z0-9]+/g, "_").toUpperCase();
  return text.replaceAll("{ID}", name).replaceAll("{id}", provider);
}
