import { askInTime } from "../../core/async/deadline.js";
import { InvalidProvider } from "../../core/errors/errors.js";
import type { FlowContext } from "../../core/flow.js";
import { readAddress, withoutBlanks } from "../../core/values/address.js";
import { isRecord } from "../../core/values/json.js";
import { isPlainLine } from "../../core/values/text.js";
import type { AdapterUser } from "../../types/adapter.js";
import type { User } from "../../types/session.js";
import { hookContext, hookRequest, type Ceremony } from "./ceremony.js";
import { fromStored, splitTransports } from "./codec.js";
import { linkedPasskeys } from "./passkeys.js";

/** The requester of options: the signed-in user, or the user they claim to be. */
export interface Requester {
  /** The signed-in user's id. */
  readonly id: string | null;
  /** That user. Also null if they aren't in the store. */
  readonly user: AdapterUser | null;
  readonly claimed: Claimed | null;
}

export async function requesterOf(ceremony: Ceremony, ignoresSession = false): Promise<Requester> {
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
  // The store isn't queried: the response mustn't depend on who is in it.
  return email === undefined ? null : { user: { email }, exists: false };
}

/** The claimed address, for the app's `rateLimit`. */
export function limitKeys(context: FlowContext): string[] {
  const email = addressIn(context);
  return email === undefined ? [] : [`email:${email}`];
}

/** Normalized as for email sign-in, since its owner may sign in that way. */
function addressIn({ query }: FlowContext): string | undefined {
  return readAddress(withoutBlanks(query.text("email") ?? ""), { internationalDomains: false });
}

/** The user's credentials, for the browser. */
export async function credentialsOf({ store, provider }: Ceremony, user: AdapterUser) {
  const rows = await linkedPasskeys({ store, provider: provider.id }, user.id);
  return rows.map(({ credentialID, transports }) => ({
    id: fromStored(credentialID),
    transports: splitTransports(transports),
  }));
}

/** A requester who isn't signed in, and the user they claim to be. */
interface Claimed {
  readonly user: User;
  /** The app's `getUserInfo` knows them. */
  readonly exists: boolean;
}

/** The result of the app's `getUserInfo`. */
function readClaimed(providerId: string, value: unknown): Claimed | null {
  if (value === null || value === undefined) return null;
  if (isRecord(value) && isNamed(value["user"])) {
    return { user: value["user"], exists: value["exists"] === true };
  }
  throw new InvalidProvider(
    `The \`getUserInfo\` of the provider ${JSON.stringify(providerId)} must return { user, exists } or null. The user's \`email\` and \`name\`, if set, must be single-line strings.`,
  );
}

function isNamed(user: unknown): user is User {
  return isRecord(user) && isName(user["email"]) && isName(user["name"]);
}

function isName(value: unknown): boolean {
  if (value === null || value === undefined || value === "") return true;
  return typeof value === "string" && isPlainLine(value);
}
