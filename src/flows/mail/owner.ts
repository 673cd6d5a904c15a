import { randomId } from "../../crypto/random.js";
import type { AdapterUser } from "../../types/adapter.js";
import type { EmailConfig } from "../../types/providers.js";
import type { FlowContext, Verified } from "../flow.js";
import type { Desk } from "./desk.js";
import { forgetMails } from "./limits.js";
import { forgetPending } from "./pending.js";

/** Somebody of whom only the address is known. */
export function newcomer(email: string): AdapterUser {
  return { id: randomId(), email, emailVerified: null };
}

export function accountOf({ id }: EmailConfig, identifier: string) {
  return { provider: id, providerAccountId: identifier, type: "email" } as const;
}

/** Whoever holds the ticket reads the mail of this address. */
export async function ownerOf(desk: Desk, context: FlowContext, email: string): Promise<Verified> {
  forgetPending(context);
  await forgetMails(desk, context, email);
  const account = accountOf(desk.provider, email);
  return { kind: "verified", trust: "email-owner", user: newcomer(email), account };
}
