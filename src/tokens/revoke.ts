import type { KeyRing } from "../crypto/keys.js";
import type { Flow } from "../flows/flow.js";
import { asError } from "../thrown.js";
import type { AdapterAccount } from "../types/adapter.js";
import type { LoggerInstance } from "../types/logger.js";
import type { Store } from "../types/store.js";

export interface RevokeDeps {
  readonly keys: KeyRing;
  readonly timeout: number;
  readonly logger: LoggerInstance;
  readonly flows: ReadonlyMap<string, Flow>;
  readonly store: Store;
}

/** Whose tokens, and at which provider; at all that want it where none is named. */
export interface Revoked {
  readonly userId: string;
  readonly provider?: string | undefined;
}

/** Milliseconds that a provider may keep somebody waiting who signs out. */
const patience = 3_000;

/** Has the stored tokens of a user revoked. What goes wrong is logged: it keeps nobody signed in. */
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

/** The same of one account. */
export async function revokeOf(
  { keys, timeout, logger, flows }: Omit<RevokeDeps, "store">,
  account: AdapterAccount,
): Promise<void> {
  const context = { keys, timeout: Math.min(timeout, patience), now: Date.now() };
  try {
    await flows.get(account.provider)?.tokens?.revoke?.(context, account);
  } catch (error) {
    const of = JSON.stringify(account.provider);
    logger.warn("token-revocation", `Of the provider ${of}: ${asError(error).message}`);
  }
}
