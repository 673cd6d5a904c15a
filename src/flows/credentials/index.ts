import { CredentialsSignin, MissingAuthorize } from "../../errors.js";
import { actionUrl } from "../../http/urls.js";
import { isRecord } from "../../json.js";
import type { FormField, SignInForm } from "../../types/forms.js";
import type { AnyCredentialsConfig } from "../../types/providers.js";
import type { User } from "../../types/session.js";
import { randomId } from "../../crypto/random.js";
import type { Flow, FlowContext, Verified } from "../flow.js";

/** Sign-in with what the person types in, judged by the application's `authorize`. */
export function credentialsFlow(provider: AnyCredentialsConfig): Flow {
  const { id, name } = provider;
  return {
    id,
    name,
    type: "credentials",
    leavesSite: false,
    finishNeedsCsrf: true,
    ...(typeof provider.authorize !== "function" && { problem: missingAuthorize(id) }),
    form: (site) => credentialsForm(provider, actionUrl(site, "callback", id)),
    finish: { POST: (context) => authorize(provider, context) },
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

/** Those that are usually the name, else the first that is no password. */
function nameFields(described: unknown): readonly string[] {
  if (!isRecord(described)) return usualNames;
  const open = Object.entries(described)
    .filter(([, input]) => !isRecord(input) || input["type"] !== "password")
    .map(([name]) => name);
  const usual = open.filter((name) => usualNames.includes(name));
  return usual.length > 0 ? usual : open.slice(0, 1);
}

async function authorize(provider: AnyCredentialsConfig, context: FlowContext): Promise<Verified> {
  const credentials = context.body.toObject();
  const found: unknown = await provider.authorize(credentials, context.toRequest());
  if (!isUser(found)) throw new CredentialsSignin("No user has these credentials.");
  const id = String(found.id ?? randomId());
  return {
    kind: "verified",
    trust: "none",
    // The object itself where it can be: a model of the application may have its members as getters.
    user: found.id === id ? found : { ...found, id },
    credentials,
    account: { providerAccountId: id, type: "credentials", provider: provider.id },
  };
}

/** Anything but an object with members is a "no", so that a slip in `authorize` lets nobody in. */
function isUser(value: unknown): value is User {
  return isRecord(value) && Object.keys(value).length > 0;
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
