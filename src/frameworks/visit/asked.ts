import { reservedAuthorizationParams } from "../../engine/index.js";
import { AuthError } from "../../errors.js";
import type { AuthorizationParams } from "./types.js";

/** What `signIn` and `signOut` were asked for. */
export interface Asked {
  readonly redirectTo: string | undefined;
  /** Everything else: the credentials, or the e-mail address. */
  readonly fields: Readonly<Record<string, unknown>>;
}

export function readAsked(options: object | undefined): Asked {
  const given = options instanceof FormData ? fieldsOf(options) : named(options ?? {});
  const { redirectTo, callbackUrl, ...fields } = given;
  const target = redirectTo ?? callbackUrl;
  return { redirectTo: typeof target === "string" ? target : undefined, fields: textsOf(fields) };
}

/** Every value as a form would bring it: flows and `authorize` get texts, wherever a sign-in begins. */
function textsOf(fields: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(fields).flatMap(([name, value]) =>
      value === undefined || value === null ? [] : [[name, textOf(value)]],
    ),
  );
}

function textOf(value: unknown): unknown {
  if (typeof value === "string") return value;
  // A form has several values under one name.
  if (Array.isArray(value)) return value.map(textOf);
  if (value instanceof Date) return value.toISOString();
  return typeof value === "bigint" ? value.toString() : String(JSON.stringify(value));
}

/** Declared, so that members can be taken out by name. */
function named(given: object): Record<string, unknown> {
  return Object.fromEntries(Object.entries(given));
}

/** The texts of a form; a name that comes several times is a list. */
function fieldsOf(form: FormData): Record<string, unknown> {
  return Object.fromEntries(
    [...new Set(form.keys())].flatMap((name) => {
      const texts = form.getAll(name).filter((value) => typeof value === "string");
      return texts.length === 0 ? [] : [[name, texts.length === 1 ? texts[0] : texts]];
    }),
  );
}

/** The parameters for the provider's URL. Throws when one of them is the library's own. */
export function readParams(params: AuthorizationParams | undefined): URLSearchParams {
  const read = new URLSearchParams(params);
  const taken = [...read.keys()].filter((name) => reservedAuthorizationParams.has(name));
  if (taken.length === 0) return read;
  throw new AuthError(
    `The authorization parameters ${taken.join(", ")} are set by the library and can not be given to signIn().`,
  );
}
