import { toHex } from "../../core/crypto/encoding.js";
import { authenticate, authenticateWithAll } from "../../core/crypto/hash.js";
import type { FlowContext } from "../../core/flow.js";
import { stateKey } from "../../core/state/key.js";
import { maxAgeOf } from "./max-age.js";
import { storeOf, type MailSetup } from "./setup.js";

const purpose = "email-token";

/** Attempts at a code before the mail becomes invalid. */
export const maxWrongCodes = 5;

const longestToken = 1024;
/** What scripts send for a token they don't have. */
const noTokens: ReadonlySet<string> = new Set(["", "undefined", "null"]);

/** Whether this can be a link's token at all. */
export function isToken(value: unknown): value is string {
  return typeof value === "string" && value.length <= longestToken && !noTokens.has(value);
}

/** What a mail lets its reader prove: that the secret token was sent to this address. */
export interface EmailToken {
  readonly identifier: string;
  readonly token: string;
}

/** A token that was taken out of the store. */
export interface TakenToken extends EmailToken {
  readonly expires: Date;
  /** The number of wrong codes so far. */
  readonly wrongCodes: number;
}

/**
 * The stored form. It includes provider and address, so a token is worthless elsewhere, and the number of
 * wrong codes, so the stored row is its own attempt counter.
 */
function stored(
  { provider }: MailSetup,
  { identifier, token }: EmailToken,
  wrongCodes: number,
): string {
  return JSON.stringify([provider.id, provider.secret ?? "", identifier, token, wrongCodes]);
}

/** Stores a token, hashed with the newest secret. */
export async function storeToken(
  setup: MailSetup,
  context: FlowContext,
  emailToken: TakenToken,
): Promise<void> {
  const text = stored(setup, emailToken, emailToken.wrongCodes);
  const token = await authenticate(context.keys, purpose, text);
  const { identifier, expires } = emailToken;
  await storeOf(context).createVerificationToken({ identifier, token, expires });
}

/** Puts a token back: with its count raised, or unchanged. */
export async function putBack(
  setup: MailSetup,
  context: FlowContext,
  emailToken: TakenToken,
): Promise<void> {
  await storeToken(setup, context, emailToken);
  await context.state.undo(await keyOf(setup, context, emailToken));
}

/**
 * Takes a token out of the store. Null if there's none. Works only once, even with an adapter that finds and
 * deletes a token in two steps.
 */
export async function takeToken(
  setup: MailSetup,
  context: FlowContext,
  emailToken: EmailToken,
): Promise<TakenToken | null> {
  const { state } = context;
  const taken = await takeInOneQuery(setup, context, emailToken);
  if (taken !== undefined) return taken;
  const key = await keyOf(setup, context, emailToken);
  if (!(await state.first(key, Math.ceil(maxAgeOf(setup.provider))))) return null;
  try {
    const taken = await search(setup, context, emailToken);
    if (!taken) await state.undo(key);
    return taken;
  } catch (error) {
    await state.undo(key);
    throw error;
  }
}

function keyOf(setup: MailSetup, { keys }: FlowContext, emailToken: EmailToken): Promise<string> {
  return stateKey(keys, "mail", [stored(setup, emailToken, 0)]);
}

/** With an adapter that supports it: all possible stored forms at once, without anything to undo. */
async function takeInOneQuery(
  setup: MailSetup,
  context: FlowContext,
  emailToken: EmailToken,
): Promise<TakenToken | null | undefined> {
  const { identifier } = emailToken;
  const forms = new Map<string, number>();
  for (let wrongCodes = 0; wrongCodes < maxWrongCodes; wrongCodes++) {
    const text = stored(setup, emailToken, wrongCodes);
    for (const token of await authenticateWithAll(context.keys, purpose, text)) {
      forms.set(token, wrongCodes);
    }
  }
  for (const token of await peerForms(setup, context, emailToken)) forms.set(token, 0);
  const tokens = [...forms.keys()];
  const row = await storeOf(context).useOneVerificationToken({ identifier, tokens });
  if (!row) return row;
  if (row.expires.getTime() <= context.now) return null;
  return { ...emailToken, expires: row.expires, wrongCodes: forms.get(row.token) ?? maxWrongCodes };
}

/**
 * Finds it whichever secret it was hashed with, and however many wrong codes were typed. An expired one is
 * deleted and not returned.
 */
async function search(
  setup: MailSetup,
  context: FlowContext,
  emailToken: EmailToken,
): Promise<TakenToken | null> {
  for (let wrongCodes = 0; wrongCodes < maxWrongCodes; wrongCodes++) {
    const text = stored(setup, emailToken, wrongCodes);
    for (const token of await authenticateWithAll(context.keys, purpose, text)) {
      const key = { identifier: emailToken.identifier, token };
      const row = await storeOf(context).useVerificationToken(key);
      if (!row) continue;
      const valid = row.identifier === emailToken.identifier && row.expires.getTime() > context.now;
      return valid ? { ...emailToken, expires: row.expires, wrongCodes } : null;
    }
  }
  return searchPeers(setup, context, emailToken);
}

/** The form in which Auth.js stored tokens. They have no code. */
async function peerForms(
  { provider }: MailSetup,
  { keys, olderKeys }: FlowContext,
  { token }: EmailToken,
): Promise<string[]> {
  const digests = provider.secret
    ? [await keys.backend.sha(256, token + provider.secret)]
    : [...(await keys.peerDigests(token)), ...((await olderKeys?.peerDigests(token)) ?? [])];
  return digests.map(toHex);
}

async function searchPeers(
  setup: MailSetup,
  context: FlowContext,
  emailToken: EmailToken,
): Promise<TakenToken | null> {
  const { identifier } = emailToken;
  for (const token of await peerForms(setup, context, emailToken)) {
    const key = { identifier, token };
    const row = await storeOf(context).useVerificationToken(key);
    if (!row) continue;
    const valid = row.identifier === identifier && row.expires.getTime() > context.now;
    return valid ? { ...emailToken, expires: row.expires, wrongCodes: 0 } : null;
  }
  return null;
}
