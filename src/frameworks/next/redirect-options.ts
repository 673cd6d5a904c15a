import { reservedAuthorizationParams } from "../../engine/index.js";
import { AuthError } from "../../errors.js";
import type { AuthorizationParams } from "./types.js";

/** What `signIn` and `signOut` were asked for. */
export interface Asked {
  readonly redirect: boolean;
  readonly redirectTo: string | undefined;
  /** Everything else: the credentials, or the e-mail address. */
  readonly fields: Readonly<Record<string, unknown>>;
}

export function readAsked(options: object | undefined): Asked {
  const given = options instanceof FormData ? fieldsOf(options) : { ...options };
  const { redirect, redirectTo, callbackUrl, ...fields } = named(given);
  const target = redirectTo ?? callbackUrl;
  return {
    // A form can only say it as a text.
    redirect: redirect !== false && redirect !== "false",
    redirectTo: typeof target === "string" ? target : undefined,
    fields,
  };
}

/** Declared, so that members can be taken out by name. */
function named(given: object): Record<string, unknown> {
  return Object.fromEntries(Object.entries(given));
}

/** The texts of a form. React adds fields of its own, which are nobody's credentials. */
function fieldsOf(form: FormData): Record<string, unknown> {
  const names = [...new Set(form.keys())].filter((name) => !name.startsWith("$ACTION_"));
  return Object.fromEntries(
    names.flatMap((name) => {
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
