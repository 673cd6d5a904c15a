import { randomId } from "../../core/crypto/random.js";
import { Verification } from "../../core/errors/errors.js";
import type { FlowContext, Verified } from "../../core/flow.js";
import type { Fields } from "../../core/http/fields.js";
import type { AdapterUser } from "../../types/adapter.js";
import type { EmailConfig } from "../../types/providers.js";
import { identifierInLink } from "./identifier.js";
import { forgetMails } from "./limits.js";
import { forgetPending } from "./pending.js";
import type { MailSetup } from "./setup.js";
import { isToken, type EmailToken } from "./verification-token.js";

/** A user of whom only the address is known. */
export function newcomer(email: string): AdapterUser {
  return { id: randomId(), email, emailVerified: null };
}

export function accountOf({ id }: EmailConfig, identifier: string) {
  return { provider: id, providerAccountId: identifier, type: "email" } as const;
}

/** What a link says. Parsed before the store is queried. */
export function ticketIn({ provider }: MailSetup, fields: Fields): EmailToken {
  const token = fields.text("token");
  const identifier = identifierInLink(provider, fields.text("email"));
  if (identifier !== undefined && isToken(token)) return { identifier, token };
  throw new Verification("The link has no token or no address, so it wasn't created by this site.");
}

/** Whoever has the token can read the mail of this address. */
export async function ownerOf(
  setup: MailSetup,
  context: FlowContext,
  email: string,
): Promise<Verified> {
  forgetPending(context);
  await forgetMails(setup, context, email);
  const account = accountOf(setup.provider, email);
  return { kind: "verified", trust: "email-owner", user: newcomer(email), account };
}
