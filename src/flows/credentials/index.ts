import { askInTime } from "../../core/async/deadline.js";
import { CredentialsSignin, MissingAuthorize } from "../../core/errors/errors.js";
import type { Flow, FlowContext, Verified } from "../../core/flow.js";
import type { Fields } from "../../core/http/fields.js";
import { typedName } from "../../core/sign-in/typed-name.js";
import { actionPath } from "../../core/http/urls.js";
import { isRecord } from "../../core/values/json.js";
import { mergeOptions } from "../../core/values/merge.js";
import type { FormField, SignInForm } from "../../types/forms.js";
import type { AnyCredentialsConfig } from "../../types/providers.js";
import { readUser } from "./user.js";

/** Sign-in with whatever the user types, verified by the app's `authorize`. */
export function credentialsFlow(given: AnyCredentialsConfig): Flow {
  const provider = mergeOptions(given, given.options);
  const { id, name } = provider;
  const typed = nameField(provider.credentials);
  return {
    id,
    name,
    type: "credentials",
    leavesSite: false,
    finishNeedsCsrf: () => true,
    ...(typeof provider.authorize !== "function" && { problem: missingAuthorize(id) }),
    form: (site) => credentialsForm(provider, actionPath(site, "callback", id)),
    finish: { POST: (context) => authorize(provider, context) },
    guess: () => "secret",
    limitKeys: (context) => limitKeys(provider, context),
    ...(typed !== undefined && { typed: typedName(typed) }),
  };
}

function missingAuthorize(id: string): MissingAuthorize {
  return new MissingAuthorize(
    `The credentials provider "${id}" has no "authorize" function. Add one that returns the user, or null.`,
  );
}

const usualNames = ["email", "username", "login", "user", "name"];
const longestName = 254;

/**
 * The names the user may have typed. Every field that could be one counts; otherwise, filling in another
 * field would give an attacker a new rate limit key each time.
 */
function limitKeys({ credentials }: AnyCredentialsConfig, { body }: FlowContext): string[] {
  const given = nameFields(credentials).map((name) => body.text(name)?.trim() ?? "");
  const names = given.map((text) => text.slice(0, longestName).normalize("NFKC").toLowerCase());
  return [...new Set(names)].filter((name) => name !== "").map((name) => `name:${name}`);
}

/**
 * The usual name fields, otherwise the first field that isn't a password. If no fields are declared, any may
 * be sent.
 */
function nameFields(described: unknown): readonly string[] {
  if (!isRecord(described) || Object.keys(described).length === 0) return usualNames;
  const open = Object.entries(described)
    .filter(([, input]) => !isRecord(input) || input["type"] !== "password")
    .map(([name]) => name);
  const usual = open.filter((name) => usualNames.includes(name));
  return usual.length > 0 ? usual : open.slice(0, 1);
}

/** The field that is filled in again. Only one with a usual name: what's in others may be a secret. */
function nameField(described: unknown): string | undefined {
  return nameFields(described).find((name) => usualNames.includes(name));
}

async function authorize(provider: AnyCredentialsConfig, context: FlowContext): Promise<Verified> {
  const { body } = context;
  const credentials = { ...body.toObject(), ...declaredTexts(provider.credentials, body) };
  const ask = () => provider.authorize(credentials, context.toRequest());
  const found: unknown = await askInTime("authorize", ask, context.timeout);
  const user = readUser(provider.id, found);
  if (!user) throw new CredentialsSignin("\`authorize\` returned no user for these credentials.");
  return {
    kind: "verified",
    trust: "none",
    user,
    credentials,
    account: { providerAccountId: user.id, type: "credentials", provider: provider.id },
  };
}

/**
 * The fields the app declares, as strings, so that `authorize` needn't expect an object that a database query
 * would take for a condition. Throws a 400 for anything else.
 */
function declaredTexts(described: unknown, body: Fields): Record<string, string> {
  const names = isRecord(described) ? Object.keys(described) : [];
  return Object.fromEntries(names.map((name) => [name, textOf(name, body)]));
}

function textOf(name: string, body: Fields): string {
  const value = body.value(name);
  if (typeof value === "number" || typeof value === "boolean") return String(value);
  return value === null ? "" : (body.text(name) ?? "");
}

function credentialsForm(provider: AnyCredentialsConfig, action: string): SignInForm | undefined {
  const described: unknown = provider.credentials;
  if (!isRecord(described)) return undefined;
  return {
    kind: "credentials",
    id: provider.id,
    name: provider.name,
    action,
    fields: Object.entries(provider.credentials).map(([name, input]) => formField(name, input)),
  };
}

/** The plain attributes of an input; a provider object may hold others. */
function formField(name: string, input: object): FormField {
  const plain = Object.fromEntries(Object.entries(input).filter(isAttribute));
  const { label, type, value, placeholder, autocomplete, required, ...attributes } = plain;
  return {
    name,
    label: typeof label === "string" ? label : name,
    type: typeof type === "string" ? type : "text",
    ...(typeof placeholder === "string" && { placeholder }),
    ...(typeof value === "string" && { value }),
    ...(typeof autocomplete === "string" && { autocomplete }),
    ...(typeof required === "boolean" && { required }),
    attributes,
  };
}

function isAttribute(entry: [string, unknown]): entry is [string, string | number | boolean] {
  return ["string", "number", "boolean"].includes(typeof entry[1]);
}
