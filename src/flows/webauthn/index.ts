import { MissingAdapter, MissingWebAuthnAutocomplete, type AuthError } from "../../errors.js";
import type { WebAuthnConfig } from "../../types/webauthn.js";
import type { Flow, FlowContext } from "../flow.js";
import { mergeOptions } from "../merge.js";
import type { Ceremony } from "./ceremony.js";
import { webAuthnForm } from "./form.js";
import { removePasskeys } from "./passkeys.js";

const adapterReason = "it stores the public keys of people's authenticators";

/** Sign-in with passkeys and security keys. What knows the protocol is loaded when it is needed. */
export function webAuthnFlow(given: WebAuthnConfig): Flow {
  const provider = mergeOptions(given, given.options);
  const { id, name, enableConditionalUI = false } = provider;
  const problem = problemOf(provider);
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
    finishNeedsCsrf: true,
    experimental: "enableWebAuthn",
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
      (await import("../records-problem.js")).recordsProblem(store, {
        id,
        former: ["getPasskeyNotes", "setPasskeyNotes"],
      }),
    // Not loaded when it is needed: a transaction may be open then.
    disown: (store, userId) => removePasskeys({ store, provider: id }, userId),
    form: (site, language) => webAuthnForm(provider, site, language),
    file: async (name) => (await import("../../browser/webauthn/served.js")).scriptAsset(name),
    limitKeys: async (context) => (await import("./asking.js")).limitKeys(context),
    options: async (context) => (await import("./options.js")).ceremonyOptions(ceremony(context)),
    finish: {
      POST: async (context) => (await import("./finish.js")).finishCeremony(ceremony(context)),
    },
  };
}

function problemOf({ id, enableConditionalUI, formFields }: WebAuthnConfig): AuthError | undefined {
  const completes = Object.values(formFields ?? {}).some(({ autocomplete }) =>
    String(autocomplete ?? "")
      .split(/\s+/)
      .includes("webauthn"),
  );
  if (!enableConditionalUI || completes) return undefined;
  return new MissingWebAuthnAutocomplete(
    `The provider ${JSON.stringify(id)} offers passkeys in the suggestions of a field (\`enableConditionalUI\`), and none of its \`formFields\` has an \`autocomplete\` with "webauthn". Add it to one, such as "username webauthn".`,
  );
}
