import { askInTime } from "../../deadline.js";
import type { AdapterUser } from "../../types/adapter.js";
import { readAddress, withoutBlanks } from "../address.js";
import type { Ceremony } from "./ceremony.js";
import type { FlowContext } from "../flow.js";
import { readClaimed, type Claimed } from "./claimed.js";
import { fromStored, splitTransports } from "./codec.js";
import { hookContext, hookRequest } from "./hooks.js";
import { linkedPasskeys } from "./passkeys.js";

/** Who asks for options: the user who is signed in, else whoever they say they are. */
export interface Asking {
  /** Id of the user who is signed in. */
  readonly id: string | null;
  /** That user. Null also when the store does not know them. */
  readonly user: AdapterUser | null;
  readonly claimed: Claimed | null;
}

export async function whoAsks(ceremony: Ceremony, ignoresSession = false): Promise<Asking> {
  const id = ignoresSession ? null : await ceremony.context.signedInAs();
  if (id === null) return { id, user: null, claimed: await claimedUser(ceremony) };
  return { id, user: await ceremony.store.getUser(id), claimed: null };
}

async function claimedUser(ceremony: Ceremony): Promise<Claimed | null> {
  const { provider, context } = ceremony;
  if (provider.getUserInfo) {
    const ask = () => provider.getUserInfo?.(hookContext(ceremony), hookRequest(ceremony));
    return readClaimed(provider.id, await askInTime("getUserInfo", ask, context.timeout));
  }
  const email = addressIn(context);
  // The store is not asked: the answer must not depend on who is in it.
  return email === undefined ? null : { user: { email }, exists: false };
}

/** The address that the person claims, for the application's `rateLimit`. */
export function limitKeys(context: FlowContext): string[] {
  const email = addressIn(context);
  return email === undefined ? [] : [`email:${email}`];
}

/** By the rules of sign-in by e-mail, since that is how its owner may come. */
function addressIn({ query }: FlowContext): string | undefined {
  return readAddress(withoutBlanks(query.text("email") ?? ""), { internationalDomains: false });
}

/** The user's credentials, as browsers are told of them. */
export async function credentialsOf({ store, provider }: Ceremony, user: AdapterUser) {
  const rows = await linkedPasskeys({ store, provider: provider.id }, user.id);
  return rows.map(({ credentialID, transports }) => ({
    id: fromStored(credentialID),
    transports: splitTransports(transports),
  }));
}
