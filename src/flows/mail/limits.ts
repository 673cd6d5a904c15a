import { Verification } from "../../errors.js";
import { normalizeIp } from "../../http/ip.js";
import { knownDevice, subjectsOf } from "../../limits/device.js";
import { stateKey } from "../../state/key.js";
import type { Leave } from "../../state/state.js";
import type { FlowContext } from "../flow.js";
import type { Desk } from "./desk.js";

const day = 24 * 60 * 60;
/** Mails to an address: nobody shall flood an inbox, or get ever new codes to guess at. */
const mails = { most: 5, window: 10 * 60 };
/** Mails to an address in a day. */
const mailsOfDay = 20;
/** Wrong codes from one client, whatever addresses it tries them on. */
const wrongFromOneClient = { most: 100, window: 10 * 60 };
/** Codes that are compared for an address in a day, however many mails are asked for. */
const mostCodes = 100;
const codesPerMail = 5;

/**
 * How many codes may have been compared for an address after so many mails in a day: as many as one
 * mail allows after the first, and with each further mail fewer are added, so that the most is never
 * reached.
 */
export function codesAfter(sent: number): number {
  const mail = Math.max(1, sent);
  return Math.floor((mostCodes * mail) / (mail + mostCodes / codesPerMail - 1));
}

const keyOf = ({ provider }: Desk, { keys }: FlowContext, [kind, who]: [string, string]) =>
  stateKey(keys, kind, [provider.id, who]);

/**
 * Leave to send one more mail to the address. Browsers that have signed in with it before have a count of their own, so
 * that others can't use up the owner's.
 */
export async function askForMail(
  desk: Desk,
  context: FlowContext,
  identifier: string,
): Promise<Leave | undefined> {
  const trier = await whoTries(desk, context, identifier);
  const ofDay = await keyFor(desk, context, { kind: "mails-asked", trier });
  const [asked = 0] = await context.state.counted([ofDay]);
  if (asked >= mailsOfDay) return undefined;
  return context.state.ask(await keyFor(desk, context, { kind: "mails", trier }), mails);
}

/** Counts a mail that went out, and tells how many did so within a day. */
export async function countMail(
  desk: Desk,
  context: FlowContext,
  identifier: string,
): Promise<number> {
  const trier = await whoTries(desk, context, identifier);
  await context.state.count(await keyFor(desk, context, { kind: "mails-asked", trier }), day);
  return context.state.count(await keyOf(desk, context, ["mails-of-day", identifier]), day);
}

/** The owner of the address has come: mails are counted anew. Codes are not: others may be guessing. */
export async function forgetMails(desk: Desk, context: FlowContext, identifier: string) {
  const trier = await whoTries(desk, context, identifier);
  await context.state.forget(await keyFor(desk, context, { kind: "mails", trier }), mails);
  await context.state.undo(await keyFor(desk, context, { kind: "mails-asked", trier }));
}

/** How many mails went to the address within a day. */
export async function mailsSent(
  desk: Desk,
  context: FlowContext,
  identifier: string,
): Promise<number> {
  const [sent = 0] = await context.state.counted([
    await keyOf(desk, context, ["mails-of-day", identifier]),
  ]);
  return sent;
}

/** Whose code is tried, and by what kind of browser. */
export interface Trier {
  readonly identifier: string;
  /** It has signed in with such a code before. Its attempts are counted apart, so nobody else can use them up. */
  readonly isKnown: boolean;
}

export async function whoTries(
  { provider }: Desk,
  context: FlowContext,
  identifier: string,
): Promise<Trier> {
  const tried = { provider: provider.id, names: [`email:${identifier}`] };
  const device = await knownDevice(context, await subjectsOf(context, tried));
  return { identifier, isKnown: device !== undefined };
}

/** A key for what the one who tries has done. */
export function keyFor(
  desk: Desk,
  context: FlowContext,
  { kind, trier }: { readonly kind: string; readonly trier: Trier },
): Promise<string> {
  return keyOf(desk, context, [trier.isKnown ? `known-${kind}` : kind, trier.identifier]);
}

/** Throws when this client has typed in too many wrong codes, for whatever addresses. */
export async function assertClientMayTry(
  desk: Desk,
  context: FlowContext,
  trier: Trier,
): Promise<void> {
  const client = await clientKey(desk, context, trier);
  if (client === undefined) return;
  const [wrong = 0] = await context.state.counted([client]);
  if (wrong < wrongFromOneClient.most) return;
  throw new Verification("Too many wrong codes came from this client.");
}

/**
 * Whether one more code may be compared for the address after so many mails. Only then it is counted:
 * what was not compared uses up nothing.
 */
export async function mayCompare(
  desk: Desk,
  context: FlowContext,
  { trier, sent }: { readonly trier: Trier; readonly sent: number },
): Promise<boolean> {
  const key = await keyFor(desk, context, { kind: "codes", trier });
  const limit = { most: codesAfter(sent), window: day };
  return (await context.state.countWithin(key, limit)) !== false;
}

/** Counts a wrong code against the client that sent it. */
export async function countWrong(desk: Desk, context: FlowContext, trier: Trier): Promise<void> {
  const client = await clientKey(desk, context, trier);
  if (client !== undefined) await context.state.count(client, wrongFromOneClient.window);
}

/** Undefined when the client isn't known, or doesn't matter: a known browser has its own count. */
async function clientKey(
  desk: Desk,
  context: FlowContext,
  { isKnown }: Trier,
): Promise<string | undefined> {
  const ip = isKnown ? undefined : normalizeIp(context.clientIp());
  return ip === undefined ? undefined : keyOf(desk, context, ["wrong-codes", ip]);
}
