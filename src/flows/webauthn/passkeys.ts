import type { AdapterAuthenticator } from "../../types/adapter.js";
import type { Store } from "../../types/store.js";

/** The passkeys of one provider. */
export interface Passkeys {
  readonly store: Store;
  /** The provider's id. */
  readonly provider: string;
}

type Row = Pick<AdapterAuthenticator, "providerAccountId" | "userId">;

/** Whether a passkey works: it does as long as its account is that user's. */
export async function isLinked(
  { store, provider }: Passkeys,
  { providerAccountId, userId }: Row,
): Promise<boolean> {
  const account = await store.getAccount(providerAccountId, provider);
  return account !== null && String(account.userId) === String(userId);
}

/** The working passkeys. Stores that can't delete a passkey keep others too. */
export async function linkedPasskeys(
  passkeys: Passkeys,
  userId: string,
): Promise<AdapterAuthenticator[]> {
  const rows = await passkeys.store.listAuthenticatorsByUserId(userId);
  const linked = await Promise.all(rows.map((row) => isLinked(passkeys, row)));
  return rows.filter((_, index) => linked[index]);
}

/** Removes all passkeys of a user, and returns whether there were any. */
export async function removePasskeys(
  { store, provider }: Passkeys,
  userId: string,
): Promise<boolean> {
  const rows = await store.listAuthenticatorsByUserId(userId);
  const missing = await store.missing(["deleteAuthenticator"]);
  for (const { providerAccountId, credentialID } of rows) {
    // Whatever allows signing in goes first.
    await store.unlinkAccount({ provider, providerAccountId });
    if (missing.length === 0) await store.deleteAuthenticator(credentialID);
  }
  return rows.length > 0;
}
