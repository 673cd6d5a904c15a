import { authenticate, authenticateWithAll } from "../../crypto/hash.js";
import type { FlowContext } from "../flow.js";
import { storeOf, type Desk } from "./desk.js";

const purpose = "email-token";

/** How often a code may be typed in before the mail is worthless. */
export const mostTries = 5;

const longestToken = 1024;
/** What scripts make of a token that they do not have. */
const noTokens: ReadonlySet<string> = new Set(["", "undefined", "null"]);

/** Whether this can be the token of a link at all. */
export function isToken(value: unknown): value is string {
  return typeof value === "string" && value.length <= longestToken && !noTokens.has(value);
}

/** What a mail lets its reader prove: that the secret token was sent to this address. */
export interface Ticket {
  readonly identifier: string;
  readonly token: string;
}

/** A ticket that was taken out of the store. */
export interface TakenTicket extends Ticket {
  readonly expires: Date;
  /** How many wrong codes were typed in before. */
  readonly wrongCodes: number;
}

/**
 * The stored form. Provider and address are part of it, so that a token is worth nothing elsewhere;
 * so is the number of wrong codes, which makes the one stored row its own counter of tries.
 */
function stored({ provider }: Desk, { identifier, token }: Ticket, wrongCodes: number): string {
  return JSON.stringify([provider.id, provider.secret ?? "", identifier, token, wrongCodes]);
}

/** Puts a ticket into the store, hashed with the newest secret. */
export async function storeTicket(
  desk: Desk,
  context: FlowContext,
  ticket: TakenTicket,
): Promise<void> {
  const text = stored(desk, ticket, ticket.wrongCodes);
  const token = await authenticate(context.keys, purpose, text);
  const { identifier, expires } = ticket;
  await storeOf(context).createVerificationToken({ identifier, token, expires });
}

/**
 * Takes a ticket out of the store, whichever of the secrets it was hashed with and however many
 * wrong codes were typed in. Null when there is none. An expired one is taken out and not given.
 */
export async function takeTicket(
  desk: Desk,
  context: FlowContext,
  ticket: Ticket,
): Promise<TakenTicket | null> {
  for (let wrongCodes = 0; wrongCodes < mostTries; wrongCodes++) {
    const text = stored(desk, ticket, wrongCodes);
    for (const token of await authenticateWithAll(context.keys, purpose, text)) {
      const key = { identifier: ticket.identifier, token };
      const row = await desk.used.once(token, () => storeOf(context).useVerificationToken(key));
      if (!row) continue;
      const valid = row.identifier === ticket.identifier && row.expires.getTime() > context.now;
      return valid ? { ...ticket, expires: row.expires, wrongCodes } : null;
    }
  }
  return null;
}
