import { reservedAuthorizationParams } from "../../core/engine/index.js";
import { AuthError } from "../../core/errors/errors.js";
import type { AuthorizationParams } from "./types.js";

/** The arguments of `signIn` and `signOut`. */
export interface SignInCallOptions {
  readonly redirectTo: string | undefined;
  /** Everything else: the credentials, or the email address. */
  readonly fields: Readonly<Record<string, unknown>>;
}

export function readSignInOptions(options: object | undefined): SignInCallOptions {
  const given = options instanceof FormData ? fieldsOf(options) : named(options ?? {});
  const { redirectTo, callbackUrl, ...fields } = given;
  const target = redirectTo ?? callbackUrl;
  return { redirectTo: typeof target === "string" ? target : undefined, fields: textsOf(fields) };
}

/**
 * All values as strings, as from a form: flows and `authorize` get strings wherever a sign-in
 * starts.
 */
function textsOf(fields: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(fields).flatMap(([name, value]) =>
      value === undefined || value === null ? [] : [[name, textOf(value)]],
    ),
  );
}

function textOf(value: unknown): unknown {
  if (typeof value === "string") return value;
  // A form may have several values under one name.
  if (Array.isArray(value)) return value.map(textOf);
  if (value instanceof Date) return value.toISOString();
  return typeof value === "bigint" ? value.toString() : String(JSON.stringify(value));
}

/** Typed, so that members can be destructured. */
function named(given: object): Record<string, unknown> {
  return Object.fromEntries(Object.entries(given));
}

/** The strings of a form; a repeated name is a list. */
function fieldsOf(form: FormData): Record<string, unknown> {
  return Object.fromEntries(
    [...new Set(form.keys())].flatMap((name) => {
      const texts = form.getAll(name).filter((value) => typeof value === "string");
      return texts.length === 0 ? [] : [[name, texts.length === 1 ? texts[0] : texts]];
    }),
  );
}

/** The parameters for the provider's URL. Throws if one is reserved for the library. */
export function readParams(params: AuthorizationParams | undefined): URLSearchParams {
  const read = new URLSearchParams(params);
  const taken = [...read.keys()].filter((name) => reservedAuthorizationParams.has(name));
  if (taken.length === 0) return read;
  throw new AuthError(
    `The authorization parameters ${taken.join(", ")} are set by the library and can't be passed to signIn().`,
  );
}
