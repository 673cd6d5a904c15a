import { toHex } from "../../crypto/encoding.js";
import { authenticate, authenticateWithAll } from "../../crypto/hash.js";
import { stateKey } from "../../state/key.js";
import type { FlowContext } from "../flow.js";
import { storeOf, type Desk } from "./desk.js";
import { maxAgeOf } from "./max-age.js";

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

/** Lets a ticket be taken once more: with its count raised, or as it was. */
export async function putBack(
  desk: Desk,
  context: FlowContext,
  ticket: TakenTicket,
): Promise<void> {
  await storeTicket(desk, context, ticket);
  await context.state.undo(await keyOf(desk, context, ticket));
}

/**
 * Takes a ticket out of the store. Null when there is none. It can be taken once, also with an adapter
 * that looks a token up and deletes it in two steps.
 */
export async function takeTicket(
  desk: Desk,
  context: FlowContext,
  ticket: Ticket,
): Promise<TakenTicket | null> {
  const { state } = context;
  const taken = await takeInOneStep(desk, context, ticket);
  if (taken !== undefined) return taken;
  const key = await keyOf(desk, context, ticket);
  if (!(await state.first(key, Math.ceil(maxAgeOf(desk.provider))))) return null;
  try {
    const taken = await search(desk, context, ticket);
    if (!taken) await state.undo(key);
    return taken;
  } catch (error) {
    await state.undo(key);
    throw error;
  }
}

function keyOf(desk: Desk, { keys }: FlowContext, ticket: Ticket): Promise<string> {
  return stateKey(keys, "mail", [stored(desk, ticket, 0)]);
}

/** With an adapter that can: all forms it may be stored in at once, and nothing to be undone. */
async function takeInOneStep(
  desk: Desk,
  context: FlowContext,
  ticket: Ticket,
): Promise<TakenTicket | null | undefined> {
  const { identifier } = ticket;
  const forms = new Map<string, number>();
  for (let wrongCodes = 0; wrongCodes < mostTries; wrongCodes++) {
    const text = stored(desk, ticket, wrongCodes);
    for (const token of await authenticateWithAll(context.keys, purpose, text)) {
      forms.set(token, wrongCodes);
    }
  }
  for (const token of await peerForms(desk, context, ticket)) forms.set(token, 0);
  const tokens = [...forms.keys()];
  const row = await storeOf(context).useOneVerificationToken({ identifier, tokens });
  if (!row) return row;
  if (row.expires.getTime() <= context.now) return null;
  return { ...ticket, expires: row.expires, wrongCodes: forms.get(row.token) ?? mostTries };
}

/**
 * Whichever of the secrets it was hashed with and however many wrong codes were typed in. An expired
 * one is taken out and not given.
 */
async function search(
  desk: Desk,
  context: FlowContext,
  ticket: Ticket,
): Promise<TakenTicket | null> {
  for (let wrongCodes = 0; wrongCodes < mostTries; wrongCodes++) {
    const text = stored(desk, ticket, wrongCodes);
    for (const token of await authenticateWithAll(context.keys, purpose, text)) {
      const key = { identifier: ticket.identifier, token };
      const row = await storeOf(context).useVerificationToken(key);
      if (!row) continue;
      const valid = row.identifier === ticket.identifier && row.expires.getTime() > context.now;
      return valid ? { ...ticket, expires: row.expires, wrongCodes } : null;
    }
  }
  return searchPeers(desk, context, ticket);
}

/** How Auth.js stored a ticket before the application moved here. It has no code to type in. */
async function peerForms(
  { provider }: Desk,
  { keys, olderKeys }: FlowContext,
  { token }: Ticket,
): Promise<string[]> {
  const digests = provider.secret
    ? [await keys.backend.sha(256, token + provider.secret)]
    : [...(await keys.peerDigests(token)), ...((await olderKeys?.peerDigests(token)) ?? [])];
  return digests.map(toHex);
}

async function searchPeers(
  desk: Desk,
  context: FlowContext,
  ticket: Ticket,
): Promise<TakenTicket | null> {
  const { identifier } = ticket;
  for (const token of await peerForms(desk, context, ticket)) {
    const key = { identifier, token };
    const row = await storeOf(context).useVerificationToken(key);
    if (!row) continue;
    const valid = row.identifier === identifier && row.expires.getTime() > context.now;
    return valid ? { ...ticket, expires: row.expires, wrongCodes: 0 } : null;
  }
  return null;
}
