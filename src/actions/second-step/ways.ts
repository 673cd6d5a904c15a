import type { WebAuthnForm } from "../../types/forms.js";
import type { Person, StepContext } from "./person.js";

/** The form for a passkey, where the person has one and the pages can ask for it. */
export async function passkeyFormFor(
  { flows, site, store }: StepContext,
  { userId, pending }: Person,
): Promise<WebAuthnForm | undefined> {
  for (const flow of flows.values()) {
    const form = flow.options && flow.form(site);
    // Two of the same kind prove no more than one.
    if (form?.kind !== "webauthn" || pending?.account.type === flow.type) continue;
    const owned = await store.listAuthenticatorsByUserId(userId);
    return owned.length > 0 ? { ...form, fields: [], conditional: false } : undefined;
  }
  return undefined;
}
