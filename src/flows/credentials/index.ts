import { askInTime } from "../../deadline.js";
import { CredentialsSignin, MissingAuthorize } from "../../errors.js";
import type { Fields } from "../../http/fields.js";
import { actionPath } from "../../http/urls.js";
import { isRecord } from "../../json.js";
import type { FormField, SignInForm } from "../../types/forms.js";
import type { AnyCredentialsConfig } from "../../types/providers.js";
import type { Flow, FlowContext, Verified } from "../flow.js";
import { mergeOptions } from "../merge.js";
import { readUser } from "./user.js";

/** Sign-in with what the person types in, judged by the application's `authorize`. */
export function credentialsFlow(given: AnyCredentialsConfig): Flow {
  const provider = mergeOptions(given, given.options);
  const { id, name } = provider;
  return {
    id,
    name,
    type: "credentials",
    leavesSite: false,
    finishNeedsCsrf: true,
    ...(typeof provider.authorize !== "function" && { problem: missingAuthorize(id) }),
    form: (site) => credentialsForm(provider, actionPath(site, "callback", id)),
    finish: { POST: (context) => authorize(provider, context) },
    guess: () => "secret",
    limitKeys: (context) => limitKeys(provider, context),
  };
}

function missingAuthorize(id: string): MissingAuthorize {
  return new MissingAuthorize(
    `The credentials provider "${id}" has no "authorize" function. Give it one that returns the user, or null.`,
  );
}

const usualNames = ["email", "username", "login", "user", "name"];
const longestName = 254;

/**
 * Who the person says they are. Every field that may be the name counts: were it one of them, whoever
 * fills in another as well would have a new key each time.
 */
function limitKeys({ credentials }: AnyCredentialsConfig, { body }: FlowContext): string[] {
  const given = nameFields(credentials).map((name) => body.text(name)?.trim() ?? "");
  const names = given.map((text) => text.slice(0, longestName).normalize("NFKC").toLowerCase());
  return [...new Set(names)].filter((name) => name !== "").map((name) => `name:${name}`);
}

/** Those that are usually the name, else the first that is no password. If none are declared, any may be sent. */
function nameFields(described: unknown): readonly string[] {
  if (!isRecord(described) || Object.keys(described).length === 0) return usualNames;
  const open = Object.entries(described)
    .filter(([, input]) => !isRecord(input) || input["type"] !== "password")
    .map(([name]) => name);
  const usual = open.filter((name) => usualNames.includes(name));
  return usual.length > 0 ? usual : open.slice(0, 1);
}

async function authorize(provider: AnyCredentialsConfig, context: FlowContext): Promise<Verified> {
  const { body } = context;
  const credentials = { ...body.toObject(), ...declaredTexts(provider.credentials, body) };
  const ask = () => provider.authorize(credentials, context.toRequest());
  const found: unknown = await askInTime("authorize", ask, context.timeout);
  const user = readUser(provider.id, found);
  if (!user) throw new CredentialsSignin("No user has these credentials.");
  return {
    kind: "verified",
    trust: "none",
    user,
    credentials,
    account: { providerAccountId: user.id, type: "credentials", provider: provider.id },
  };
}

/**
 * The fields that the application declares, as texts: whoever reads them need not expect an object, which
 * a query of a database would take for a condition. Throws a 400 for what is no text.
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

/** Attributes of an input that are plain values; a provider object may hold others. */
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
