import type { Reason } from "../errors/reason.js";
import type { Text } from "./texts.js";

/** What can be read from an error without knowing its type. */
export interface Seen {
  /** The type, or the code it's logged with. */
  readonly code: string;
  /** Why the library threw it or one of its causes. */
  readonly reasons: ReadonlySet<string>;
  /** The messages of causes that other packages threw. */
  readonly text: string;
  /** Codes of the platform, databases and OAuth, such as ECONNREFUSED or invalid_client. */
  readonly codes: ReadonlySet<string>;
  /** The provider it concerns. */
  readonly provider: string | undefined;
}

/** A cause that is more specific than the error's type. */
export interface Case {
  /** A few words, for the docs. */
  readonly name: string;
  /** The error types it applies to; none for any. */
  readonly of?: readonly string[];
  /** Why the library threw the error, whatever its message says. */
  readonly reason?: Reason;
  /** Error codes, one of which must match. */
  readonly codes?: readonly string[];
  /** For messages of drivers and servers that give no code. */
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

/** From the most to the least certain; the first match counts. `{ID}` and `{id}` stand for the provider. */
export const cases: readonly Case[] = [
  {
    name: "Tables are missing",
    of: ofStore,
    codes: ["42P01", "42703", "ER_NO_SUCH_TABLE", "ER_BAD_FIELD_ERROR"],
    says: /no such table|no such column|has no column named|' doesn't exist|does not exist in the current database/,
    cause: "The database lacks tables or columns.",
    cure: "Run `npx latchkey migrate` with DATABASE_URL set, or use `npx latchkey schema` with your own migration tool.",
  },
  {
    name: "Wrong database credentials",
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
    says: /password authentication failed|Access denied for user|\bWRONGPASS\b|\bNOAUTH\b/,
    cause: "The database user, password or name is wrong.",
    cure: "Check them in the URL the adapter connects with (DATABASE_URL).",
  },
  {
    name: "Database unreachable",
    of: ofStore,
    codes: [...unreachable, "57P03", "08006"],
    reason: "unreachable",
    says: /connection (?:terminated|refused|timeout|is closed)|ECONNREFUSED/i,
    cause: "The database is down, or not at this address.",
    cure: "Start it, and check host and port in the URL the adapter connects with (DATABASE_URL).",
  },
  {
    name: "No client id",
    of: ofProvider,
    reason: "no-client-id",
    cause: "This provider has no client id.",
    cure: "Register your app with the provider, and set AUTH_{ID}_ID and AUTH_{ID}_SECRET, or `clientId` and `clientSecret`.",
  },
  {
    name: "Redirect URI mismatch",
    of: ofProvider,
    codes: ["redirect_uri_mismatch"],
    says: /redirect[_ ]ur[il]/i,
    cause: "The redirect URI isn't registered with the provider.",
    cure: "Register the exact URI that `npx latchkey doctor` prints: {AUTH_URL}{basePath}/callback/{id}.",
  },
  {
    name: "Client key rejected",
    of: ofProvider,
    reason: "client-key",
    cause: "The provider doesn't know the client id, or the key the client signs with.",
    cure: "Register the public key of `token.clientPrivateKey` with the provider, with the same `kid`. Older servers expect another audience: set `token.clientAssertion`.",
  },
  {
    name: "Wrong client secret",
    of: ofProvider,
    codes: ["invalid_client", "unauthorized_client", "incorrect_client_credentials"],
    reason: "client-secret",
    cause: "The provider doesn't know the client id, or the client secret doesn't belong to it.",
    cure: "Copy both again from the provider's console into AUTH_{ID}_ID and AUTH_{ID}_SECRET (no quotes, no spaces), and restart.",
  },
  {
    name: "ID token without a claim",
    of: ofProvider,
    reason: "claim-missing",
    cause: "The provider's ID token lacks a required or requested claim.",
    cure: "The log names the claim. Configure the provider to send it; `max_age`, `default_max_age` and `require_auth_time` need `auth_time`.",
  },
  {
    name: "Wrong clock",
    of: ofProvider,
    reason: "clock",
    cause: "The clocks of this server and the provider differ by minutes.",
    cure: "Turn on NTP on this server. Compare `date -u` with another machine.",
  },
  {
    name: "Wrong issuer",
    of: ofProvider,
    reason: "issuer",
    cause: "`issuer` differs from the issuer the provider announces.",
    cure: "Open {issuer}/.well-known/openid-configuration and set `issuer` (AUTH_{ID}_ISSUER) to exactly the `issuer` in that document, including a trailing slash.",
  },
  {
    name: "Provider unreachable",
    of: ofProvider,
    codes: [
      ...unreachable,
      "CERT_HAS_EXPIRED",
      "DEPTH_ZERO_SELF_SIGNED_CERT",
      "UNABLE_TO_VERIFY_LEAF_SIGNATURE",
      "SELF_SIGNED_CERT_IN_CHAIN",
      "ERR_TLS_CERT_ALTNAME_INVALID",
    ],
    reason: "unreachable",
    says: /fetch failed|certificate has expired|self.signed certificate|ECONNREFUSED|ENOTFOUND/i,
    cause:
      "This server couldn't reach the provider. Its address is wrong, it's down, or a firewall or certificate blocks the connection.",
    cure: "Run on this server: curl {issuer}/.well-known/openid-configuration. Behind a proxy, give the provider a `customFetch`; for a private certificate, set NODE_EXTRA_CA_CERTS.",
  },
  {
    name: "Authorization code rejected",
    of: ofProvider,
    codes: ["invalid_grant"],
    cause:
      "The provider rejected the authorization code. It was used already, expired, or the redirect URI changed since the sign-in began.",
    cure: "Start again. If it happens every time, serve the site at one address only (AUTH_URL), and check the clock.",
  },
  {
    name: "User canceled",
    of: ["OAuthCallbackError"],
    codes: ["access_denied", "user_cancelled_login", "user_cancelled_authorize"],
    cause: "The user, or an administrator at the provider, declined.",
    cure: "If the user canceled, there's nothing to do. Otherwise an administrator may have to approve your app at the provider.",
  },
  {
    name: "Different secret",
    reason: "other-secret",
    cause:
      "The cookie was encrypted with a secret this process doesn't have. Instances have different secrets, or the old secret was removed right after a change.",
    cure: "Set the same AUTH_SECRET on every instance. When you rotate it, keep the old one last (`secret: [new, old]`, or AUTH_SECRET_1 for the new one).",
  },
  {
    name: "Origin mismatch",
    of: ["MissingCSRF"],
    reason: "origin",
    cause:
      "The page that sent the form has a different origin than the one configured for the site.",
    cure: "If both are yours, use one address, and set AUTH_URL to it. Behind a proxy, you can make the framework trust it instead. To allow another site of yours, add its origin to `trustedOrigins`.",
  },
  {
    name: "No cookies",
    of: ["InvalidCheck", "MissingCSRF"],
    reason: "no-cookies",
    cause:
      "The browser sent none of the library's cookies. Cookies are blocked, or were set for another host or scheme.",
    cure: "Allow cookies, and use one address from start to finish. If the site uses https behind a proxy, set AUTH_URL to its https URL. Browsers drop secure cookies over plain http.",
  },
  {
    name: "`signIn` returned nothing",
    of: ["AccessDenied"],
    reason: "returned-nothing",
    cause: "`callbacks.signIn` ended without a return, which counts as false.",
    cure: "Return true at the end of `callbacks.signIn` for every user who may sign in.",
  },
  {
    name: "`signIn` threw",
    of: ["AccessDenied"],
    codes: ["callback-threw"],
    cause: "`callbacks.signIn` threw an error, which counts as false.",
    cure: "Fix the error, or catch it in the callback and return true or false.",
  },
  {
    name: "Refused by a plugin",
    of: ["AccessDenied"],
    reason: "plugin",
    cause: "A plugin doesn't let this user in. The error's message says why.",
    cure: "If the user should get in, change what the plugin goes by, such as a ban.",
  },
  {
    name: "Wrong password",
    of: ["CredentialsSignin"],
    reason: "wrong-password",
    cause: "No user has this address, it isn't verified, or the password is wrong or not set.",
    cure: "If the password was wrong, there's nothing to do: users can reset it. For hashes from another system, give the provider `verify`.",
  },
  {
    name: "Mail server error",
    of: ["EmailSignInError"],
    codes: ["EAUTH", "EENVELOPE", "ESOCKET", "ECONNECTION", "EDNS", ...unreachable],
    cause: "The mail server can't be reached, or rejected the login, the sender or the recipient.",
    cure: "Check `server` and `from` of the email provider. `npx latchkey doctor` tests the connection.",
  },
];

/** The first match. */
export function caseOf(seen: Seen): Text | undefined {
  const found = cases.find((one) => fits(one, seen));
  return found && { cause: found.cause, cure: fill(found.cure, seen.provider) };
}

function fits({ of, reason, codes = [], says }: Case, seen: Seen): boolean {
  if (of && !of.includes(seen.code)) return false;
  if (reason !== undefined && seen.reasons.has(reason)) return true;
  return codes.some((code) => seen.codes.has(code)) || says?.test(seen.text) === true;
}

function fill(text: string, provider: string | undefined): string {
  if (provider === undefined) return text;
  const name = provider.replace(/[^A-Za-z0-9]+/g, "_").toUpperCase();
  return text.replaceAll("{ID}", name).replaceAll("{id}", provider);
}
