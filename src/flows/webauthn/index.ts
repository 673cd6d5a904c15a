import {
  type AuthError,
  InvalidProvider,
  MissingAdapter,
  MissingWebAuthnAutocomplete,
} from "../../core/errors/errors.js";
import type { Flow, FlowContext } from "../../core/flow.js";
import { actionPath, type Site } from "../../core/http/urls.js";
import { mergeOptions } from "../../core/values/merge.js";
import type { FormField, SignInForm } from "../../types/forms.js";
import type { RequestLanguage } from "../../types/language.js";
import type { CredentialInput } from "../../types/providers.js";
import type { WebAuthnConfig } from "../../types/webauthn.js";
import { scriptHash } from "./browser/script-hash.js";
import type { Ceremony } from "./ceremony.js";
import { removePasskeys } from "./passkeys.js";

/** What the built-in sign-in page shows. */
function webAuthnForm(
  provider: WebAuthnConfig,
  site: Site,
  language?: RequestLanguage,
): SignInForm | undefined {
  const { id, name, formFields, enableConditionalUI = false } = provider;
  if (!formFields) return undefined;
  return {
    kind: "webauthn",
    id,
    name,
    action: actionPath(site, "callback", id),
    optionsUrl: actionPath(site, "webauthn-options", id),
    // It changes with the script.
    scriptUrl: actionPath(site, "assets", `webauthn.${scriptHash}.js`),
    conditional: enableConditionalUI,
    fields: Object.entries(formFields).map(([field, input]) =>
      formField(field, translated(input, language)),
    ),
  };
}

/** The label set by the provider. */
const english = { signIn: { emailLabel: "Email" } };

/** The provider's field, in the language of the page. */
function translated(
  input: CredentialInput,
  language: RequestLanguage | undefined,
): CredentialInput {
  if (!language || input.label !== english.signIn.emailLabel) return input;
  return { ...input, label: language.texts("pages", english).signIn.emailLabel };
}

function formField(name: string, input: CredentialInput): FormField {
  const { label, type, value, placeholder, autocomplete, required, ...rest } = input;
  const attributes = Object.entries(rest).filter((entry) => entry[1] !== undefined);
  return {
    name,
    label: label ?? name,
    type: type ?? (name === "email" ? "email" : "text"),
    ...(placeholder !== undefined && { placeholder }),
    ...(value !== undefined && { value }),
    ...(typeof autocomplete === "string" && { autocomplete }),
    ...(typeof required === "boolean" && { required }),
    attributes: Object.fromEntries(attributes.map(([key, item]) => [key, item ?? ""])),
  };
}

const adapterReason = "it stores the public keys of users' authenticators";

/** Sign-in with passkeys and security keys. The protocol library is loaded when first needed. */
export function webAuthnFlow(given: WebAuthnConfig): Flow {
  const provider = mergeOptions(given, given.options);
  const { id, name, enableConditionalUI = false } = provider;
  const problem = originProblem(provider) ?? fieldProblem(provider);
  const ceremony = (context: FlowContext): Ceremony => {
    if (context.store) return { provider, context, store: context.store };
    throw new MissingAdapter(
      `The provider ${JSON.stringify(id)} needs an adapter: ${adapterReason}.`,
    );
  };
  return {
    id,
    name,
    type: "webauthn",
    leavesSite: false,
    finishNeedsCsrf: () => true,
    conditional: enableConditionalUI,
    asksForFreshProof: true,
    ...(problem && { problem }),
    adapterReason,
    adapterMethods: [
      "createUser",
      "getUser",
      "getUserByEmail",
      "getUserByAccount",
      "linkAccount",
      "unlinkAccount",
      "getAccount",
      "getAuthenticator",
      "createAuthenticator",
      "listAuthenticatorsByUserId",
      "updateAuthenticatorCounter",
    ],
    check: async (store) =>
      (await import("../../core/config/flows/records-problem.js")).recordsProblem(store, {
        id,
        former: ["getPasskeyNotes", "setPasskeyNotes"],
      }),
    // Not loaded lazily: a transaction may be open then.
    disown: (store, userId) => removePasskeys({ store, provider: id }, userId),
    form: (site, language) => webAuthnForm(provider, site, language),
    file: async (name) => (await import("./browser/served.js")).scriptAsset(name),
    limitKeys: async (context) => (await import("./requester.js")).limitKeys(context),
    answers: { "webauthn-options": () => import("./answers.js") },
    options: async (context) => (await import("./options.js")).ceremonyOptions(ceremony(context)),
    finish: {
      POST: async (context) => (await import("./finish.js")).finishCeremony(ceremony(context)),
    },
  };
}

function originProblem({
  id,
  relatedOrigins: origins = [],
  relayingParty,
  getRelayingParty,
}: WebAuthnConfig): AuthError | undefined {
  const wrong = origins.find((one) => !URL.canParse(one) || !/^https:\/\/[^/]+\/?$/.test(one));
  if (wrong !== undefined) {
    return new InvalidProvider(
      `\`relatedOrigins\` of the provider ${JSON.stringify(id)} contains ${JSON.stringify(wrong)}, which isn't an origin such as "https://example.de".`,
    );
  }
  if (origins.length === 0 || relayingParty?.id || getRelayingParty) return undefined;
  return new InvalidProvider(
    `The provider ${JSON.stringify(id)} has \`relatedOrigins\`, so all of them need one domain that the passkeys belong to. Set it: \`relayingParty: { id: "example.com" }\`.`,
  );
}

function fieldProblem({
  id,
  enableConditionalUI,
  formFields,
}: WebAuthnConfig): AuthError | undefined {
  const completes = Object.values(formFields ?? {}).some(({ autocomplete }) =>
    String(autocomplete ?? "")
      .split(/\s+/)
      .includes("webauthn"),
  );
  if (!enableConditionalUI || completes) return undefined;
  return new MissingWebAuthnAutocomplete(
    `The provider ${JSON.stringify(id)} has \`enableConditionalUI\`, but none of its \`formFields\` has an \`autocomplete\` with "webauthn". Add it to one, such as "username webauthn".`,
  );
}
