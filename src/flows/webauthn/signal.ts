import { json, type Outcome } from "../../core/http/outcome.js";
import type { Ceremony } from "./ceremony.js";
import { fromStored, toStored } from "./codec.js";
import { isLinked, linkedPasskeys } from "./passkeys.js";
import { relayingParty } from "./relying-party.js";

/**
 * What a browser may tell its authenticators (WebAuthn Level 3, section 5.1.10): that one passkey isn't known
 * here, or which ones the signed-in user has and what they are called.
 */
export async function signals(ceremony: Ceremony): Promise<Outcome> {
  const { context } = ceremony;
  const { id: rpId } = await relayingParty(ceremony);
  const credential = context.query.text("credential");
  if (credential !== undefined) {
    return json({ rpId, unknown: !(await isKnown(ceremony, credential)) });
  }
  const userId = await context.signedInAs();
  const user = userId === null ? null : await ceremony.store.getUser(userId);
  if (!user) return json({ error: "SessionRequired" }, 401);
  const name = user.email || user.name || String(user.id);
  const passkeys = { store: ceremony.store, provider: ceremony.provider.id };
  const rows = await linkedPasskeys(passkeys, String(user.id));
  return json({
    rpId,
    name,
    displayName: user.name || name,
    passkeys: rows.map(({ credentialID, providerAccountId }) => ({
      id: fromStored(credentialID),
      userId: providerAccountId,
    })),
  });
}

/** Ids are random, so whoever names one has the passkey, or had it. */
async function isKnown({ store, provider }: Ceremony, credential: string): Promise<boolean> {
  const row = await store.getAuthenticator(toStored(credential) ?? "");
  return row !== null && (await isLinked({ store, provider: provider.id }, row));
}
