import { Verification } from "../../core/errors/errors.js";
import type { FlowContext } from "../../core/flow.js";
import { normalizeIp } from "../../core/http/ip.js";
import { knownDevice, subjectsOf } from "../../core/rate-limit/known-device.js";
import { stateKey } from "../../core/state/key.js";
import type { Leave } from "../../core/state/state.js";
import type { MailSetup } from "./setup.js";

const day = 24 * 60 * 60;
/** Mails per address, so that nobody can flood an inbox or get new codes to guess endlessly. */
const mails = { most: 5, window: 10 * 60 };
/** Mails per address and day. */
const mailsOfDay = 20;
/** Wrong codes per client, for any address. */
const wrongFromOneClient = { most: 100, window: 10 * 60 };
/** Codes compared per address and day, however many mails are requested. */
const mostCodes = 100;
const codesPerMail = 5;

/**
 * How many codes may have been compared for an address after so many mails in a day: as many as one mail
 * allows after the first, and fewer with each further mail, so that the maximum is never reached.
 */
export function codesAfter(sent: number): number {
  const mail = Math.max(1, sent);
  return Math.floor((mostCodes * mail) / (mail + mostCodes / codesPerMail - 1));
}

const keyOf = ({ provider }: MailSetup, { keys }: FlowContext, [kind, who]: [string, string]) =>
  stateKey(keys, kind, [provider.id, who]);

/**
 * A permission to send one more mail to the address. Browsers that have signed in with it before have their
 * own count, so that others can't use up the owner's.
 */
export async function askForMail(
  setup: MailSetup,
  context: FlowContext,
  identifier: string,
): Promise<Leave | undefined> {
  const trier = await whoTries(setup, context, identifier);
  const ofDay = await keyFor(setup, context, { kind: "mails-asked", trier });
  const [asked = 0] = await context.state.counted([ofDay]);
  if (asked >= mailsOfDay) return undefined;
  return context.state.ask(await keyFor(setup, context, { kind: "mails", trier }), mails);
}

/** Counts a sent mail, and returns how many were sent within a day. */
export async function countMail(
  setup: MailSetup,
  context: FlowContext,
  identifier: string,
): Promise<number> {
  const trier = await whoTries(setup, context, identifier);
  await context.state.count(await keyFor(setup, context, { kind: "mails-asked", trier }), day);
  return context.state.count(await keyOf(setup, context, ["mails-of-day", identifier]), day);
}

/**
 * The owner of the address has signed in, so the count of mails restarts. The count of codes doesn't: others
 * may be guessing.
 */
export async function forgetMails(setup: MailSetup, context: FlowContext, identifier: string) {
  const trier = await whoTries(setup, context, identifier);
  await context.state.forget(await keyFor(setup, context, { kind: "mails", trier }), mails);
  await context.state.undo(await keyFor(setup, context, { kind: "mails-asked", trier }));
}

/** The number of mails to the address within a day. */
export async function mailsSent(
  setup: MailSetup,
  context: FlowContext,
  identifier: string,
): Promise<number> {
  const [sent = 0] = await context.state.counted([
    await keyOf(setup, context, ["mails-of-day", identifier]),
  ]);
  return sent;
}

/** Whose code is tried, and from what kind of browser. */
export interface Trier {
  readonly identifier: string;
  /** It has signed in with such a code before. Its attempts are counted separately, so others can't use them up. */
  readonly isKnown: boolean;
}

export async function whoTries(
  { provider }: MailSetup,
  context: FlowContext,
  identifier: string,
): Promise<Trier> {
  const tried = { provider: provider.id, names: [`email:${identifier}`] };
  const device = await knownDevice(context, await subjectsOf(context, tried));
  return { identifier, isKnown: device !== undefined };
}

/** The key that counts what this client or browser has done. */
export function keyFor(
  setup: MailSetup,
  context: FlowContext,
  { kind, trier }: { readonly kind: string; readonly trier: Trier },
): Promise<string> {
  return keyOf(setup, context, [trier.isKnown ? `known-${kind}` : kind, trier.identifier]);
}

/** Throws if this client has typed too many wrong codes, for any address. */
export async function assertClientMayTry(
  setup: MailSetup,
  context: FlowContext,
  trier: Trier,
): Promise<void> {
  const client = await clientKey(setup, context, trier);
  if (client === undefined) return;
  const [wrong = 0] = await context.state.counted([client]);
  if (wrong < wrongFromOneClient.most) return;
  throw new Verification("This client entered too many wrong codes.");
}

/**
 * Whether one more code may be compared for the address after so many mails. Counted only then: codes that
 * aren't compared use up nothing.
 */
export async function mayCompare(
  setup: MailSetup,
  context: FlowContext,
  { trier, sent }: { readonly trier: Trier; readonly sent: number },
): Promise<boolean> {
  const key = await keyFor(setup, context, { kind: "codes", trier });
  const limit = { most: codesAfter(sent), window: day };
  return (await context.state.countWithin(key, limit)) !== false;
}

/** Counts a wrong code for the client that sent it. */
export async function countWrong(
  setup: MailSetup,
  context: FlowContext,
  trier: Trier,
): Promise<void> {
  const client = await clientKey(setup, context, trier);
  if (client !== undefined) await context.state.count(client, wrongFromOneClient.window);
}

/** Undefined if the client is unknown, or irrelevant: a known browser has its own count. */
async function clientKey(
  setup: MailSetup,
  context: FlowContext,
  { isKnown }: Trier,
): Promise<string | undefined> {
  const ip = isKnown ? undefined : normalizeIp(context.clientIp());
  return ip === undefined ? undefined : keyOf(setup, context, ["wrong-codes", ip]);
}
