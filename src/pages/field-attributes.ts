import type { AttributeValue } from "./attributes.js";
import type { FormField } from "../types/forms.js";

/** Input types a sign-in form can use; the rest (file, image, submit, …) become plain text. */
const TYPES: ReadonlySet<string> = new Set(
  "text email password tel url number search date month week time datetime-local color range checkbox hidden".split(
    " ",
  ),
);

/** Attributes without a value. */
const FLAGS: ReadonlySet<string> = new Set([
  "autofocus",
  "readonly",
  "disabled",
  "checked",
  "multiple",
]);

/** Attributes with a value; none of them can run a script, load anything or change where the form goes. */
const VALUES: ReadonlySet<string> = new Set(
  "minlength maxlength pattern inputmode min max step size title autocapitalize autocorrect spellcheck enterkeyhint dir lang aria-label".split(
    " ",
  ),
);

const DATA_NAME = /^data-[a-z0-9-]+$/;
/** Marks the fields of a passkey form, for the script of the page. */
const OUR_DATA = "data-form-field";

const ONE_TIME_CODE = /^(otp|totp|code|pin|token|2fa|mfa)$/;
const USER_NAME = /^(user|user_?name|login|email|e_?mail|identifier)$/;

/** The input type: the requested one if it is harmless. */
export function inputType(field: FormField): string {
  const type = field.type.toLowerCase();
  return TYPES.has(type) ? type : "text";
}

/** The `autocomplete` of a field that doesn't set it. */
export function autocompleteFor(field: FormField): string | undefined {
  if (field.autocomplete !== undefined) return field.autocomplete;
  const [type, name] = [inputType(field), field.name.toLowerCase()];
  if (type === "password") return "current-password";
  if (type === "email" || USER_NAME.test(name)) return "username";
  if (ONE_TIME_CODE.test(name)) return "one-time-code";
  return type === "tel" ? "tel" : undefined;
}

function allowed([given, value]: [string, string | number | boolean]): readonly [
  string,
  AttributeValue,
][] {
  const name = given.toLowerCase();
  if (FLAGS.has(name)) {
    return [[name, value === true || value === "" || value === "true" || value === name]];
  }
  const isData = DATA_NAME.test(name) && name !== OUR_DATA;
  return VALUES.has(name) || isData ? [[name, String(value)]] : [];
}

/** The developer's further attributes, without any that could do harm. */
export function extraAttributes(field: FormField): Readonly<Record<string, AttributeValue>> {
  return Object.fromEntries(Object.entries(field.attributes ?? {}).flatMap(allowed));
}
