import { equalText } from "../../crypto/hash.js";
import { randomText } from "../../crypto/random.js";
import { openToken, sealToken } from "../../crypto/token.js";
import { InvalidCheck } from "../../errors.js";
import type { CookieOption } from "../../types/cookies.js";
import type { FlowContext } from "../flow.js";
import type { Run } from "./run.js";

/** What is remembered of a sign-in while the person is at the provider. */
export interface FlowRecord {
  readonly id: string;
  readonly provider: string;
  readonly state: string | undefined;
  readonly nonce: string | undefined;
  readonly verifier: string | undefined;
  readonly redirectUri: string;
  readonly callbackUrl: string;
  /** Who was signed in. */
  readonly beganAs: string | null;
}

const salt = "latchkey.oauth-flow";
/** Seconds. */
export const recordLasts = 15 * 60;
const mostPending = 8;
/** No browser has more of them by itself; what else it sent is not looked at. */
const mostSeen = 32;
// All of them must fit into the headers of a request, of which servers accept 8 to 16 KiB.
const mostBytes = 6 * 1024;

/** Ids sort by age. */
export function newRecordId(now: number): string {
  return `${now.toString(36)}-${randomText(9)}`;
}

function cookieOf({ provider, context }: Run, id: string): CookieOption {
  const { name, options } = context.cookies.flow;
  // The form post comes from the provider's site, so that only such a cookie is sent with it.
  const crossSite = provider.formPost ? ({ sameSite: "none", secure: true } as const) : {};
  return { name: `${name}.${id}`, options: { ...options, ...crossSite } };
}

/** Ids of the sign-ins that this browser has begun and not finished, oldest first. */
function pendingIds({ jar, cookies }: FlowContext): string[] {
  const prefix = `${cookies.flow.name}.`;
  const names = jar.names().filter((name) => name.startsWith(prefix));
  const ids = names.map((name) => name.slice(prefix.length)).sort();
  return ids.slice(-mostSeen);
}

/** Keeps the record in a cookie of its own; the oldest make room. */
export async function keepRecord(run: Run, record: FlowRecord): Promise<void> {
  const { jar, keys, now } = run.context;
  const value = await sealToken(keys, { salt, claims: record, maxAge: recordLasts, now });
  let room = mostBytes - value.length;
  for (const [index, id] of pendingIds(run.context).reverse().entries()) {
    const cookie = cookieOf(run, id);
    room -= jar.get(cookie.name)?.length ?? 0;
    if (index >= mostPending - 1 || room < 0) jar.clear(cookie);
  }
  jar.set(cookieOf(run, record.id), value, { maxAge: recordLasts });
}

/**
 * The record of the sign-in that this request finishes. It is used up with that, whatever comes of
 * it, also for a second request that is under way at the same time.
 */
export async function takeRecord(run: Run, state: string | undefined): Promise<FlowRecord> {
  const records = await openRecords(run, state);
  for (const id of records.burned) run.context.jar.clear(cookieOf(run, id));
  const { found } = records;
  if (!found) throw new InvalidCheck(refusals.missing);
  if (!run.memory.used.add(found.id, 2 * recordLasts * 1000)) {
    throw new InvalidCheck(refusals.used);
  }
  if (found.provider !== run.provider.id) throw new InvalidCheck(refusals.provider);
  const isSame = equalText(run.context.keys, found.state ?? "", state ?? "");
  if (!isSame) throw new InvalidCheck(refusals.state);
  return found;
}

const refusals = {
  missing:
    "The provider sent somebody back whose sign-in was not begun in this browser, or more than 15 minutes ago, or was finished already.",
  used: "This sign-in was finished already. Every sign-in counts once.",
  provider: "The sign-in was begun at another provider.",
  state: 'The "state" that the provider sent back is not the one that was sent to it.',
} as const;

interface Opened {
  readonly found: FlowRecord | undefined;
  /** Those that are used up by this request. */
  readonly burned: readonly string[];
}

/** By the id in `state`. Without a state it can be any, so that all of them are used up. */
async function openRecords(run: Run, state: string | undefined): Promise<Opened> {
  if (state) {
    const id = state.split(".", 1)[0] ?? "";
    return { found: await openRecord(run, id), burned: [id] };
  }
  const burned = pendingIds(run.context);
  const opened = await Promise.all(burned.map((id) => openRecord(run, id)));
  const stateless = opened.filter(
    (record) => record?.state === undefined && record?.provider === run.provider.id,
  );
  return { found: stateless.at(-1), burned };
}

async function openRecord(run: Run, id: string): Promise<FlowRecord | undefined> {
  const { jar, keys, now } = run.context;
  const token = jar.get(cookieOf(run, id).name);
  if (token === undefined) return undefined;
  const opened = await openToken(keys, { salt, token, now });
  const record = opened.ok ? readRecord(opened.claims) : undefined;
  return record?.id === id ? record : undefined;
}

function readRecord(claims: Readonly<Record<string, unknown>>): FlowRecord | undefined {
  const text = (name: string) => {
    const value = claims[name];
    return typeof value === "string" ? value : undefined;
  };
  const [id, provider] = [text("id"), text("provider")];
  const [redirectUri, callbackUrl] = [text("redirectUri"), text("callbackUrl")];
  if (!id || !provider || !redirectUri || !callbackUrl) return undefined;
  const checks = { state: text("state"), nonce: text("nonce"), verifier: text("verifier") };
  return { id, provider, redirectUri, callbackUrl, ...checks, beganAs: text("beganAs") ?? null };
}
