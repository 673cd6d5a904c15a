import { clearChunked, readChunked, writeChunked } from "../../../core/cookies/chunks.js";
import { equalText } from "../../../core/crypto/hash.js";
import { randomText } from "../../../core/crypto/random.js";
import { openToken, sealToken } from "../../../core/crypto/token.js";
import { InvalidCheck } from "../../../core/errors/errors.js";
import { because } from "../../../core/errors/reason.js";
import type { FlowContext } from "../../../core/flow.js";
import { actionUrl } from "../../../core/http/urls.js";
import { sealedKey } from "../../../core/state/key.js";
import { isRecord } from "../../../core/values/json.js";
import type { CookieOption } from "../../../types/cookies.js";
import type { Run } from "../provider/run.js";

/** What is remembered of a sign-in while the user is at the provider. */
export interface FlowRecord {
  readonly id: string;
  readonly provider: string;
  readonly state: string | undefined;
  readonly nonce: string | undefined;
  readonly verifier: string | undefined;
  readonly redirectUri: string;
  readonly callbackUrl: string;
  /** The user who was signed in. */
  readonly beganAs: string | null;
  /** The account is linked, or gets more scopes, and no session is started. */
  readonly links?: true | undefined;
  /** It's finished by an ID token that is posted, never by a code. */
  readonly posted?: true | undefined;
  /** How the user has to authenticate: see `step-up.ts`. */
  readonly asked?: ResponseFields | undefined;
  /** What the provider posted, until the browser repeats the request with all our cookies. */
  readonly answer?: ResponseFields | undefined;
}

/** The members of an authorization response, by name. */
export type ResponseFields = Readonly<Record<string, string>>;

const salt = "latchkey.oauth-flow";
/** Seconds. */
export const recordLasts = 15 * 60;
/** Seconds a browser may take to repeat a request with a response it has already delivered. */
const answerLasts = 2 * 60;
const mostPending = 8;
/** Browsers don't have more pending sign-ins; further ones are ignored. */
const mostSeen = 32;
// All of them must fit into request headers, of which servers accept 8 to 16 KiB.
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
  // The form post comes from the provider's site, so only a SameSite=None cookie is sent with it.
  const isPosted = provider.formPost && answer === undefined;
  const crossSite = isPosted ? ({ sameSite: "none", secure: true } as const) : {};
  return { name: `${name}.${id}`, options: { ...options, ...crossSite } };
}

/** The ids of this browser's unfinished sign-ins, oldest first. */
export function pendingIds({ jar, cookies }: FlowContext): string[] {
  const prefix = `${cookies.flow.name}.`;
  const names = jar.names().filter((name) => name.startsWith(prefix));
  // A large record is in several cookies, whose numbers follow the id.
  const ids = new Set(names.map((name) => name.slice(prefix.length).split(".", 1)[0] ?? ""));
  return [...ids].sort().slice(-mostSeen);
}

/** Stores the record in one or more cookies; the oldest records make room. */
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

/** Drops what can be computed again, to save space. */
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
 * The record of the sign-in that this request finishes. It's used up whatever the result, even for a
 * concurrent second request.
 */
export async function takeRecord(
  run: Run,
  state: string | undefined,
  by: "code" | "id-token" = "code",
): Promise<FlowRecord> {
  const records = await openRecords(run, state);
  for (const id of records.burned) clearChunked(run.context.jar, cookieOf(run, { id }));
  const { found } = records;
  if (!found) throw await missing(run, state);
  if (found.answer) throw new InvalidCheck(refusals.used);
  await useUp(run, found, found.id);
  const isSame = equalText(run.context.keys, found.state ?? "", state ?? "");
  if (!isSame) throw new InvalidCheck(refusals.state);
  if ((found.posted === true) !== (by === "id-token")) throw new InvalidCheck(refusals.kind);
  return found;
}

/** The record with this id, whose response arrived earlier. It's used up a second time. */
export async function takeAnswered(run: Run, id: string) {
  const record = await openRecord(run, id);
  clearChunked(run.context.jar, cookieOf(run, { id }));
  if (!record?.answer) throw new InvalidCheck(refusals.missing);
  await useUp(run, record, `${id} answered`);
  return { record, fields: record.answer };
}

/** Clocks of several processes may differ, so it's remembered for longer than it's valid. */
async function useUp(run: Run, record: FlowRecord, id: string): Promise<void> {
  const { jar, keys, state } = run.context;
  const token = readChunked(jar, cookieOf(run, record)) ?? "";
  const isFirst = await state.first(await sealedKey(keys, "oauth", { token, id }), 2 * recordLasts);
  if (!isFirst) throw new InvalidCheck(refusals.used);
  if (record.provider !== run.provider.id) throw new InvalidCheck(refusals.provider);
}

const refusals = {
  noCookies: "The user came back from the provider, but the browser sent no cookies at all.",
  otherSecret: "The cookie of this sign-in was encrypted with a different secret.",
  missing:
    "The user came back from the provider, but this browser has no such sign-in: it was started elsewhere, expired after 15 minutes, or is already finished.",
  large: "The provider's response is too large to keep while the browser is redirected.",
  used: "This sign-in is already finished. Start a new one.",
  provider: "The sign-in was started with a different provider.",
  kind: "An ID token was expected and a code came, or the other way round.",
  state: 'The provider returned a different "state" than the one it was sent.',
} as const;

interface Opened {
  readonly found: FlowRecord | undefined;
  /** The records that this request uses up. */
  readonly burned: readonly string[];
}

/** By the id in `state`. Without a state it can be any of them, so all are used up. */
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

/** Says why there's no record, as far as the request tells. */
async function missing(run: Run, state = ""): Promise<InvalidCheck> {
  const { jar, keys, now } = run.context;
  if (jar.names().length === 0) {
    return because("no-cookies", new InvalidCheck(refusals.noCookies));
  }
  const token = readChunked(jar, cookieOf(run, { id: state.split(".", 1)[0] ?? "" }));
  const opened = token === undefined ? undefined : await openToken(keys, { salt, token, now });
  const isOther = opened?.ok === false && opened.reason === "no-key";
  if (!isOther) return new InvalidCheck(refusals.missing);
  return because("other-secret", new InvalidCheck(refusals.otherSecret));
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
  return {
    ...{ id, provider, redirectUri, callbackUrl },
    ...{ state: text("state"), nonce: text("nonce"), verifier: text("verifier") },
    beganAs: text("beganAs") ?? null,
    links: claims["links"] === true || undefined,
    posted: claims["posted"] === true || undefined,
    asked: readTexts(claims["asked"]),
    answer: readTexts(claims["answer"]),
  };
}

function readTexts(value: unknown): ResponseFields | undefined {
  if (!isRecord(value)) return undefined;
  const texts = Object.entries(value).flatMap(([name, text]): [string, string][] =>
    typeof text === "string" ? [[name, text]] : [],
  );
  return Object.fromEntries(texts);
}
