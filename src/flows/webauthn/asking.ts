import type { AdapterUser } from "../../types/adapter.js";
import type { User } from "../../types/session.js";
import type { Ceremony } from "./ceremony.js";
import type { FlowContext } from "../flow.js";
import { fromStored, splitTransports } from "./codec.js";
import { hookContext, hookRequest } from "./hooks.js";

/** Somebody who is not signed in, and who they say they are. */
export interface Claimed {
  readonly user: User;
  /** They are known to the application, as its `getUserInfo` says. */
  readonly exists: boolean;
}

/** Who asks for options: the user who is signed in, else whoever they say they are. */
export interface Asking {
  /** Id of the user who is signed in. */
  readonly id: string | null;
  /** That user. Null also when the store does not know them. */
  readonly user: AdapterUser | null;
  readonly claimed: Claimed | null;
}

export async function whoAsks(ceremony: Ceremony): Promise<Asking> {
  const id = await ceremony.context.signedInAs();
  if (id === null) return { id, user: null, claimed: await claimedUser(ceremony) };
  return { id, user: await ceremony.store.getUser(id), claimed: null };
}

async function claimedUser(ceremony: Ceremony): Promise<Claimed | null> {
  const { provider, context } = ceremony;
  if (provider.getUserInfo) {
    return provider.getUserInfo(hookContext(ceremony), hookRequest(ceremony));
  }
  const email = readAddress(context.query.text("email"));
  // The store is not asked: the answer must not depend on who is in it.
  return email === undefined ? null : { user: { email }, exists: false };
}

/** The address that the person claims, for the application's `rateLimit`. */
export function limitKeys({ query }: FlowContext): string[] {
  const email = readAddress(query.text("email"));
  return email === undefined ? [] : [`email:${email}`];
}

const longestAddress = 254;

function readAddress(text: string | undefined): string | undefined {
  const address = text?.trim().toLowerCase() ?? "";
  const isAddress = /^[^\s@"]+@[^\s@"]+$/.test(address) && address.length <= longestAddress;
  return isAddress ? address : undefined;
}

/** The user's credentials, as browsers are told of them. */
export async function credentialsOf({ store }: Ceremony, user: AdapterUser) {
  const rows = await store.listAuthenticatorsByUserId(user.id);
  return rows.map(({ credentialID, transports }) => ({
    id: fromStored(credentialID),
    transports: splitTransports(transports),
  }));
}
