import { CredentialsSignin, MissingAuthorize } from "../../errors.js";
import { actionUrl } from "../../http/urls.js";
import { isRecord } from "../../json.js";
import type { FormField, SignInForm } from "../../types/forms.js";
import type { CredentialInput, CredentialsConfig } from "../../types/providers.js";
import type { User } from "../../types/session.js";
import { randomId } from "../../crypto/random.js";
import type { Flow, FlowContext, Verified } from "../flow.js";

/** Sign-in with what the person types in, judged by the application's `authorize`. */
export function credentialsFlow(provider: CredentialsConfig): Flow {
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
  };
}

function missingAuthorize(id: string): MissingAuthorize {
  return new MissingAuthorize(
    `The credentials provider "${id}" has no "authorize" function. Give it one that returns the user, or null.`,
  );
}

async function authorize(provider: CredentialsConfig, context: FlowContext): Promise<Verified> {
  const credentials = context.body.toObject();
  const found: unknown = await provider.authorize(credentials, context.toRequest());
  if (!isUser(found)) throw new CredentialsSignin("No user has these credentials.");
  const user = { ...found, id: found.id === undefined ? randomId() : String(found.id) };
  return {
    kind: "verified",
    trust: "none",
    user,
    credentials,
    account: { providerAccountId: user.id, type: "credentials", provider: provider.id },
  };
}

/** Anything but an object with members is a "no", so that a slip in `authorize` lets nobody in. */
function isUser(value: unknown): value is User {
  return isRecord(value) && Object.keys(value).length > 0;
}

function credentialsForm(provider: CredentialsConfig, action: string): SignInForm | undefined {
  const fields = Object.entries(provider.credentials ?? {});
  if (!provider.credentials) return undefined;
  return {
    kind: "credentials",
    id: provider.id,
    name: provider.name,
    action,
    fields: fields.map(([name, input]) => formField(name, input)),
  };
}

function formField(name: string, input: CredentialInput): FormField {
  const { label, type, value, placeholder, autocomplete, required, ...rest } = input;
  const attributes = Object.entries(rest).filter((entry) => entry[1] !== undefined);
  return {
    name,
    label: label ?? name,
    type: type ?? "text",
    ...(placeholder !== undefined && { placeholder }),
    ...(value !== undefined && { value }),
    ...(typeof autocomplete === "string" && { autocomplete }),
    ...(typeof required === "boolean" && { required }),
    attributes: Object.fromEntries(attributes.map(([key, item]) => [key, item ?? ""])),
  };
}
