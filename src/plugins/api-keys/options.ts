import { InvalidConfiguration } from "../../core/errors/errors.js";
import type { AdapterUser } from "../../types/adapter.js";
import type { Awaitable } from "../../types/common.js";

/** The options of `apiKeys()`. */
export interface ApiKeysOptions {
  /**
   * What every key begins with, so that people and secret scanners recognize it: your site's name
   * in lower case.
   * @default "lk"
   */
  readonly prefix?: string | undefined;
  /**
   * The scopes that keys can have, and their descriptions on the page: `{ "posts:read": "Read your
   * posts" }`. @default {}
   */
  readonly scopes?: Readonly<Record<string, string>> | undefined;
  /**
   * Longest lifetime of a key in seconds; `Infinity` allows keys that never expire. @default a year
   */
  readonly maxAge?: number | undefined;
  /** Most keys a user can have. @default 25 */
  readonly most?: number | undefined;
  /** Rate limit of one key, counted in shared state. @default no limit */
  readonly limit?: { readonly requests: number; readonly seconds: number } | undefined;
  /**
   * Returns whether a user can have and use keys. Called each time a key is used. @default
   * everybody can
   */
  readonly allow?: ((user: AdapterUser) => Awaitable<boolean>) | undefined;
  /**
   * Seconds for which a process uses a key and its user without reading them again. A key that another
   * process revoked works that long there. @default 0
   */
  readonly within?: number | undefined;
}

/** The options with their defaults filled in. */
export interface ApiKeysSettings extends Pick<ApiKeysOptions, "limit" | "allow"> {
  readonly prefix: string;
  readonly scopes: Readonly<Record<string, string>>;
  readonly maxAge: number;
  readonly most: number;
  readonly within: number;
}

/** An hour: above it, revoking a key would mean little. */
const longestWithin = 3600;
const year = 365 * 24 * 60 * 60;

/** Fills in the defaults. Throws if an option is invalid. */
export function settingsOf(options: ApiKeysOptions): ApiKeysSettings {
  const {
    prefix = "lk",
    scopes = {},
    maxAge = year,
    most = 25,
    within = 0,
    limit,
    allow,
  } = options;
  if (!/^[a-z][a-z\d]*(?:_[a-z\d]+)*$/.test(prefix) || prefix.length > 24) {
    throw invalid(
      "prefix",
      prefix,
      "It must be lower-case letters and digits, such as `acme` or `acme_live`",
    );
  }
  if (Array.isArray(scopes) || !Object.values(scopes).every((text) => typeof text === "string")) {
    const example = '`{ "posts:read": "Read your posts" }`';
    throw invalid("scopes", scopes, `It must describe each scope in words, such as ${example}`);
  }
  const odd = Object.keys(scopes).find((scope) => !/^[!-~]{1,64}$/.test(scope));
  if (odd !== undefined) throw invalid("scopes", odd, "A scope is a word without spaces");
  for (const [name, value] of Object.entries({ maxAge, most, ...limit })) {
    if (!(value > 0)) throw invalid(name, value, "It must be more than 0");
  }
  if (!(within >= 0 && within <= longestWithin)) {
    throw invalid("within", within, `It must be from 0 to ${longestWithin} seconds`);
  }
  return { prefix, scopes, maxAge, most, within, limit, allow };
}

function invalid(name: string, value: unknown, why: string): InvalidConfiguration {
  return new InvalidConfiguration(
    `The option \`${name}\` of \`apiKeys()\` is ${JSON.stringify(value)}. ${why}.`,
  );
}
