import { clearChunked, readChunked, writeChunked } from "../../../cookies/chunks.js";
import { equalText } from "../../../crypto/hash.js";
import { randomText } from "../../../crypto/random.js";
import { openToken, sealToken } from "../../../crypto/token.js";
import { InvalidCheck } from "../../../errors.js";
import { actionUrl } from "../../../http/urls.js";
import { isRecord } from "../../../json.js";
import { sealedKey } from "../../../state/key.js";
import type { CookieOption } from "../../../types/cookies.js";
import type { FlowContext } from "../../flow.js";
import type { Run } from "../provider/run.js";

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
  /** An account is to be linked, or asked for more: nobody signs in by it. */
  readonly links?: true | undefined;
  /** How the person is to prove who they are: see `step-up.ts`. */
  readonly asked?: ResponseFields | undefined;
  /** What the provider posted, on the way from its site to a request with all cookies of ours. */
  readonly answer?: ResponseFields | undefined;
}

/** Members of an authorization response, by name. */
export type ResponseFields = Readonly<Record<string, string>>;

const salt = "latchkey.oauth-flow";
/** Seconds. */
export const recordLasts = 15 * 60;
/** Seconds that a browser may take to come back with an answer that it has brought already. */
const answerLasts = 2 * 60;
const mostPending = 8;
/** No browser has more of them by itself; what else it sent is not looked at. */
const mostSeen = 32;
// All of them must fit into the headers of a request, of which servers accept 8 to 16 KiB.
const mostBytes = 6 * 1024;

/** Ids sort by age. */
export function newRecordId(now: number): string {
  return `${now.toString(36)}-${randomText(9)}`;
}

/** When the sign-in began, in milliseconds since 1970. */
export function beganAt(id: string): number {
  return Number.parseInt(id, 36);
}

function cookieOf(
  { provider, context }: Run,
  { id, answer }: Pick<FlowRecord, "id" | "answer">,
): CookieOption {
  const { name, options } = context.cookies.flow;
  // The form post comes from the provider's site, so that only such a cookie is sent with it.
  const isPosted = provider.formPost && answer === undefined;
  const crossSite = isPosted ? ({ sameSite: "none", secure: true } as const) : {};
  return { name: `${name}.${id}`, options: { ...options, ...crossSite } };
}

/** Ids of the sign-ins that this browser has begun and not finished, oldest first. */
export function pendingIds({ jar, cookies }: FlowContext): string[] {
  const prefix = `${cookies.flow.name}.`;
  const names = jar.names().filter((name) => name.startsWith(prefix));
  // A large record is in several cookies, whose numbers follow the id.
  const ids = new Set(names.map((name) => name.slice(prefix.length).split(".", 1)[0] ?? ""));
  return [...ids].sort().slice(-mostSeen);
}

/** Keeps the record in a cookie of its own, or in several; the oldest records make room. */
export async function keepRecord(run: Run, record: FlowRecord): Promise<void> {
  const { jar, keys, now } = run.context;
  const claims = withoutDefaults(run, record);
  const maxAge = record.answer ? answerLasts : recordLasts;
  const value = await sealToken(keys, { salt, claims, maxAge, now });
  if (value.length > 2 * mostBytes) throw new InvalidCheck(refusals.large);
  let room = mostBytes - value.length;
  const others = pendingIds(run.context).filter((id) => id !== record.id);
  for (const [index, id] of others.reverse().entries()) {
    const cookie = cookieOf(run, { id });
    room -= readChunked(jar, cookie)?.length ?? 0;
    if (index >= mostPending - 1 || room < 0) clearChunked(jar, cookie);
  }
  writeChunked(jar, cookieOf(run, record), { value, maxAge });
}

/** What the site itself knows takes no room in the cookie. */
function withoutDefaults(run: Run, { redirectUri, callbackUrl, ...rest }: FlowRecord) {
  const defaults = defaultsOf(run);
  return {
    ...rest,
    ...(redirectUri !== defaults.redirectUri && { redirectUri }),
    ...(callbackUrl !== defaults.callbackUrl && { callbackUrl }),
  };
}

function defaultsOf({ provider, context: { site } }: Run) {
  return { redirectUri: actionUrl(site, "callback", provider.id), callbackUrl: site.origin };
}

/**
 * The record of the sign-in that this request finishes. It is used up with that, whatever comes of
 * it, also for a second request that is under way at the same time.
 */
export async function takeRecord(run: Run, state: string | undefined): Promise<FlowRecord> {
  const records = await openRecords(run, state);
  for (const id of records.burned) clearChunked(run.context.jar, cookieOf(run, { id }));
  const { found } = records;
  if (!found) throw new InvalidCheck(await whyMissing(run, state));
  if (found.answer) throw new InvalidCheck(refusals.used);
  await useUp(run, found, found.id);
  const isSame = equalText(run.context.keys, found.state ?? "", state ?? "");
  if (!isSame) throw new InvalidCheck(refusals.state);
  return found;
}

/** The record with this id, for which the answer came before. It is used up a second time. */
export async function takeAnswered(run: Run, id: string) {
  const record = await openRecord(run, id);
  clearChunked(run.context.jar, cookieOf(run, { id }));
  if (!record?.answer) throw new InvalidCheck(refusals.missing);
  await useUp(run, record, `${id} answered`);
  return { record, fields: record.answer };
}

/** The clocks of several processes may differ, so it is remembered for longer than it lasts. */
async function useUp(run: Run, record: FlowRecord, id: string): Promise<void> {
  const { jar, keys, state } = run.context;
  const token = readChunked(jar, cookieOf(run, record)) ?? "";
  const isFirst = await state.first(await sealedKey(keys, "oauth", { token, id }), 2 * recordLasts);
  if (!isFirst) throw new InvalidCheck(refusals.used);
  if (record.provider !== run.provider.id) throw new InvalidCheck(refusals.provider);
}

const refusals = {
  noCookies:
    "The provider sent somebody back whose browser sent no cookie of the sign-in, nor any other.",
  otherSecret: "The cookie of this sign-in was made with another secret than this process has.",
  missing:
    "The provider sent somebody back whose sign-in was not begun in this browser, or more than 15 minutes ago, or was finished already.",
  large: "The provider's answer is too large to keep while the browser is sent on.",
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

/** Why there is no record, as far as the request tells. */
async function whyMissing(run: Run, state = ""): Promise<string> {
  const { jar, keys, now } = run.context;
  if (jar.names().length === 0) return refusals.noCookies;
  const token = readChunked(jar, cookieOf(run, { id: state.split(".", 1)[0] ?? "" }));
  const opened = token === undefined ? undefined : await openToken(keys, { salt, token, now });
  const isOther = opened?.ok === false && opened.reason === "no-key";
  return isOther ? refusals.otherSecret : refusals.missing;
}

async function openRecord(run: Run, id: string): Promise<FlowRecord | undefined> {
  const { jar, keys, now } = run.context;
  const token = readChunked(jar, cookieOf(run, { id }));
  if (token === undefined) return undefined;
  const opened = await openToken(keys, { salt, token, now });
  const record = opened.ok ? readRecord({ ...defaultsOf(run), ...opened.claims }) : undefined;
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
  const beganAs = text("beganAs") ?? null;
  const links = claims["links"] === true ? ({ links: true } as const) : {};
  const more = { ...links, asked: readTexts(claims["asked"]), answer: readTexts(claims["answer"]) };
  return { id, provider, redirectUri, callbackUrl, ...checks, beganAs, ...more };
}

function readTexts(value: unknown): ResponseFields | undefined {
  if (!isRecord(value)) return undefined;
  const texts = Object.entries(value).flatMap(([name, text]): [string, string][] =>
    typeof text === "string" ? [[name, text]] : [],
  );
  return Object.fromEntries(texts);
}
