import { InvalidProvider, type AuthError } from "../../errors.js";
import type { Fields } from "../../http/fields.js";
import { parseObject, isRecord } from "../../json.js";
import type { PasswordConfig, SignUpField } from "../../types/password.js";
import type { SignUpInput } from "../flow.js";

const usualLength = 200;
/** What was typed in waits in a cookie until the address is proven. */
const mostInAll = 1000;

/** Names that a form of this flow uses otherwise, or columns that nobody chooses for themselves. */
const reserved = new Set([
  ...["id", "email", "emailVerified", "image", "password", "current", "code", "token", "keep"],
  ...["csrfToken", "callbackUrl", "json", "redirect", "remember"],
]);

export type FieldFault = "FieldMissing" | "FieldTooLong";

/** What a new user typed in besides the address and the password, or what is wrong with it. */
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

/** The fields as a page shows them, with what was typed in. */
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

/** What waits for the proof of the address. */
export interface Kept {
  readonly hash: string;
  readonly user: Readonly<Record<string, string>>;
}

/** The hash alone, as it has always been, unless there is more. */
export function packed({ hash, user }: Kept): string {
  return Object.keys(user).length === 0 ? hash : JSON.stringify({ hash, user });
}

export function unpacked(kept: string): Kept {
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
      `${named} can't have a field ${JSON.stringify(odd.name)} in \`signUp.fields\`: the name is taken, or has other characters than letters, digits and _.`,
    );
  }
  const isLength = (length: number) => Number.isInteger(length) && length > 0;
  const all = inputs.reduce((sum, { maxLength }) => sum + maxLength, 0);
  if (inputs.every(({ maxLength }) => isLength(maxLength)) && all <= mostInAll) return undefined;
  return new InvalidProvider(
    `${named} needs a \`maxLength\` above 0 for each of \`signUp.fields\` (${usualLength} if left out), and ${mostInAll} characters at most in all.`,
  );
}
