import { toHex } from "../../core/crypto/encoding.js";
import { authenticate, authenticateWithAll } from "../../core/crypto/hash.js";
import type { FlowContext } from "../../core/flow.js";
import { stateKey } from "../../core/state/key.js";
import { maxAgeOf, storeOf, type MailSetup } from "./setup.js";

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
  const forms = await formsOf(setup, context, emailToken);
  const taken = await takeInOneQuery(context, emailToken, forms);
  if (taken !== undefined) return taken;
  const key = await keyOf(setup, context, emailToken);
  if (!(await state.first(key, Math.ceil(maxAgeOf(setup.provider))))) return null;
  try {
    const taken = await search(context, emailToken, forms);
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

type Forms = ReadonlyMap<string, number>;

/**
 * All forms in which the token may be stored, with their numbers of wrong codes: whichever secret it was hashed
 * with, and however many wrong codes were typed. Last, the form in which Auth.js stored tokens, which have no code.
 */
async function formsOf(
  setup: MailSetup,
  { keys, olderKeys }: FlowContext,
  emailToken: EmailToken,
): Promise<Forms> {
  const forms = new Map<string, number>();
  for (let wrongCodes = 0; wrongCodes < maxWrongCodes; wrongCodes++) {
    const text = stored(setup, emailToken, wrongCodes);
    for (const form of await authenticateWithAll(keys, purpose, text)) forms.set(form, wrongCodes);
  }
  const { token } = emailToken;
  const { secret } = setup.provider;
  const digests = secret
    ? [await keys.backend.sha(256, token + secret)]
    : [...(await keys.peerDigests(token)), ...((await olderKeys?.peerDigests(token)) ?? [])];
  for (const form of digests.map(toHex)) forms.set(form, 0);
  return forms;
}

/** With an adapter that supports it: all forms at once, without anything to undo. */
async function takeInOneQuery(
  context: FlowContext,
  emailToken: EmailToken,
  forms: Forms,
): Promise<TakenToken | null | undefined> {
  const { identifier } = emailToken;
  const tokens = [...forms.keys()];
  const row = await storeOf(context).useOneVerificationToken({ identifier, tokens });
  if (!row) return row;
  if (row.expires.getTime() <= context.now) return null;
  return { ...emailToken, expires: row.expires, wrongCodes: forms.get(row.token) ?? maxWrongCodes };
}

/** One form after the other. An expired token is deleted and not returned. */
async function search(
  context: FlowContext,
  emailToken: EmailToken,
  forms: Forms,
): Promise<TakenToken | null> {
  const { identifier } = emailToken;
  for (const [token, wrongCodes] of forms) {
    const row = await storeOf(context).useVerificationToken({ identifier, token });
    if (!row) continue;
    const valid = row.identifier === identifier && row.expires.getTime() > context.now;
    return valid ? { ...emailToken, expires: row.expires, wrongCodes } : null;
  }
  return null;
}
