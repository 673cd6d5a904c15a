import { errorAlert, notice } from "./alert.js";
import type { SignInForm } from "../types/forms.js";
import type { Html } from "./html.js";
import { lookup } from "./lookup.js";
import type { Messages } from "./messages.js";

type Kind = SignInForm["kind"];

/** The kind of form that each error is about. */
const CONCERNS: ReadonlyMap<string, Kind> = new Map<string, Kind>([
  ["EmailSignin", "email"],
  ["EmailSignInError", "email"],
  ["InvalidEmail", "email"],
  ["CredentialsSignin", "credentials"],
]);

/** Reasons to be on the page that aren't errors. */
const NOTICES: ReadonlySet<string> = new Set(["SessionRequired"]);

/** `error` and `code` from the page's query: untrusted text. */
export interface SignInError {
  readonly error?: string | undefined;
  readonly code?: string | undefined;
}

function sentence(
  { error, code }: SignInError & { readonly error: string },
  form: SignInForm | undefined,
  messages: Messages,
): string {
  const { errors, errorCodes, errorDefault } = messages.signIn;
  const isRefused = error === "CredentialsSignin";
  const own = isRefused && code !== undefined ? lookup(errorCodes, code) : undefined;
  // The built-in form has an address and a password; other forms may have anything.
  const isOurs = isRefused && form?.kind === "credentials" && form.isPassword === true;
  return own ?? lookup(errors, isOurs ? "PasswordSignin" : error) ?? errorDefault;
}

/** The message above the forms. */
export function signInAlert(
  { error, code }: SignInError,
  forms: readonly SignInForm[],
  messages: Messages,
): Html | false {
  if (!error) return false;
  const text = sentence({ error, code }, concernedForm({ error }, forms), messages);
  return NOTICES.has(error) ? notice(text) : errorAlert(text);
}

/**
 * The form whose fields an error concerns. With two forms of a kind it's unknown, and marking the
 * wrong one would mislead.
 */
export function concernedForm(
  { error }: SignInError,
  forms: readonly SignInForm[],
): SignInForm | undefined {
  const kind = CONCERNS.get(error ?? "");
  const candidates = forms.filter((form) => form.kind === kind);
  return candidates.length === 1 ? candidates[0] : undefined;
}
