import type { AdapterAccount } from "../../types/adapter.js";
import type { LoggerInstance } from "../../types/logger.js";
import type { Store } from "../../types/store.js";
import type { KeyRing } from "../crypto/keys.js";
import { asError } from "../errors/as-error.js";
import type { Flow } from "../flow.js";

export interface RevokeDeps {
  readonly keys: KeyRing;
  readonly timeout: number;
  readonly logger: LoggerInstance;
  readonly flows: ReadonlyMap<string, Flow>;
  readonly store: Store;
}

/** The owner of the tokens, and the provider; all that want it if none is named. */
export interface Revoked {
  readonly userId: string;
  readonly provider?: string | undefined;
}

/** Milliseconds a provider may delay a sign-out. */
const patience = 3_000;

/** Revokes a user's stored tokens at the provider. Failures are logged: the user is signed out anyway. */
export async function revokeStored(deps: RevokeDeps, revoked: Revoked): Promise<void> {
  try {
    const accounts = await deps.store.listAccountsByUserId(revoked.userId);
    const own = accounts.filter(
      ({ userId, provider }) =>
        String(userId) === revoked.userId && (revoked.provider ?? provider) === provider,
    );
    await Promise.all(own.map((account) => revokeOf(deps, account)));
  } catch (error) {
    deps.logger.warn("token-revocation", asError(error).message);
  }
}

/** The same for one account. */
export async function revokeOf(
  { keys, timeout, logger, flows }: Omit<RevokeDeps, "store">,
  account: AdapterAccount,
): Promise<void> {
  const context = { keys, timeout: Math.min(timeout, patience), now: Date.now() };
  try {
    await flows.get(account.provider)?.tokens?.revoke(context, account);
  } catch (error) {
    const of = JSON.stringify(account.provider);
    logger.warn(
      "token-revocation",
      `The tokens of the provider ${of} couldn't be revoked: ${asError(error).message}`,
    );
  }
}
