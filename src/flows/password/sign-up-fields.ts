import { InvalidProvider, type AuthError } from "../../core/errors/errors.js";
import type { SignUpInput } from "../../core/flow.js";
import type { Fields } from "../../core/http/fields.js";
import { parseObject, isRecord } from "../../core/values/json.js";
import type { PasswordConfig, SignUpField } from "../../types/password.js";

const usualLength = 200;
/** What was typed waits in a cookie until the address is proven. */
const mostInAll = 1000;

/** Names that this flow's forms use otherwise, or columns that users can't choose. */
const reserved = new Set([
  ...[
    "id",
    "email",
    "emailVerified",
    "image",
    "password",
    "current",
    "code",
    "token",
    "keep",
    "new",
  ],
  ...["csrfToken", "callbackUrl", "json", "redirect", "remember"],
]);

export type FieldFault = "FieldMissing" | "FieldTooLong";

/** What a new user typed besides the address and the password, or what is wrong with it. */
export type Typed =
  | {
      readonly user: Readonly<Record<string, string>>;
      readonly fault?: never;
      readonly field?: never;
    }
  | { readonly fault: FieldFault; readonly field: string; readonly user?: never };

function fieldsOf({ signUp }: PasswordConfig): readonly (readonly [string, SignUpField])[] {
  return typeof signUp === "object" ? Object.entries(signUp.fields) : [];
}

export const asksFields = (provider: PasswordConfig): boolean => fieldsOf(provider).length > 0;

/** The fields for the page, with what was typed. */
export function inputsOf(provider: PasswordConfig, body?: Fields): readonly SignUpInput[] {
  return fieldsOf(provider).map(([name, { label, required = false, maxLength, autocomplete }]) => ({
    name,
    label,
    required,
    maxLength: maxLength ?? usualLength,
    autocomplete: autocomplete ?? (name === "name" ? "name" : undefined),
    value: body?.text(name),
  }));
}

export function readTyped(provider: PasswordConfig, body: Fields): Typed {
  const user: [string, string][] = [];
  for (const { name: field, required, maxLength } of inputsOf(provider)) {
    const text = body.text(field)?.normalize("NFC").trim() ?? "";
    if (required && text === "") return { fault: "FieldMissing", field };
    if (text.length > maxLength) return { fault: "FieldTooLong", field };
    if (text !== "") user.push([field, text]);
  }
  return { user: Object.fromEntries(user) };
}

/** The fields of a sign-up, kept until the address is proven. */
export interface KeptFields {
  readonly hash: string;
  readonly user: Readonly<Record<string, string>>;
}

/** Only the hash (the original format), unless there is more to keep. */
export function packed({ hash, user }: KeptFields): string {
  return Object.keys(user).length === 0 ? hash : JSON.stringify({ hash, user });
}

export function unpacked(kept: string): KeptFields {
  const { hash, user } = parseObject(kept) ?? {};
  if (typeof hash !== "string" || !isRecord(user)) return { hash: kept, user: {} };
  const texts = Object.entries(user).flatMap(([name, text]) =>
    typeof text === "string" ? [[name, text] as const] : [],
  );
  return { hash, user: Object.fromEntries(texts) };
}

export function fieldProblem(provider: PasswordConfig): AuthError | undefined {
  const { id, signUp } = provider;
  const named = `The password provider ${JSON.stringify(id)}`;
  if (typeof signUp === "object" && !isRecord(signUp.fields)) {
    return new InvalidProvider(
      `${named}: \`signUp\` is true, false, or \`{ fields: { name: { required: true } } }\`.`,
    );
  }
  const inputs = inputsOf(provider);
  const odd = inputs.find(({ name }) => reserved.has(name) || !/^[a-z]\w*$/i.test(name));
  if (odd) {
    return new InvalidProvider(
      `${named} can't have a field ${JSON.stringify(odd.name)} in \`signUp.fields\`: the name is reserved, or contains characters other than letters, digits and _.`,
    );
  }
  const isLength = (length: number) => Number.isInteger(length) && length > 0;
  const all = inputs.reduce((sum, { maxLength }) => sum + maxLength, 0);
  if (inputs.every(({ maxLength }) => isLength(maxLength)) && all <= mostInAll) return undefined;
  return new InvalidProvider(
    `${named} needs a \`maxLength\` above 0 for each of \`signUp.fields\` (${usualLength} if left out), and ${mostInAll} characters at most in all.`,
  );
}
