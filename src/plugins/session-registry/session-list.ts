import type { KeyRing } from "../../core/crypto/keys.js";
import { openToken, sealToken } from "../../core/crypto/token.js";
import { shortHash } from "../../core/sessions/begin-facts.js";
import { pluginFacts } from "../../core/sessions/facts.js";
import { longestValue } from "../../core/state/contract.js";
import { stateKeys } from "../../core/state/key.js";
import type { StrictState } from "../../core/state/state.js";
import type { SessionRecord } from "../../types/session-hooks.js";

/** The users' sessions in shared state. */
export interface SessionList {
  userOf(userId: string): Promise<string>;
  /** Stores a session or updates it. */
  note(userId: string, record: Omit<SessionRecord, "user">): Promise<void>;
  find(sid: string): Promise<SessionRecord | undefined>;
  of(userId: string): Promise<SessionRecord[]>;
  remove(sid: string): Promise<void>;
}

/** Most listed sessions per user. Beyond that, the one seen least recently drops out. */
const places = 64;
const salt = "latchkey.session-record";
/** Seconds by which a record outlives its session, because clocks differ. */
const slack = 60;

/** Each session has a record under its id, and its user has numbered places that hold the ids. */
interface ListDeps {
  readonly state: StrictState;
  readonly keys: KeyRing;
}

export function createSessionList(deps: ListDeps): SessionList {
  const { state, keys } = deps;
  const { find, findAll } = createFinder(deps);
  return {
    userOf: (userId) => shortHash(keys, userId),
    find,
    async note(userId, given) {
      const record = { ...given, user: await shortHash(keys, userId) };
      const ttl = Math.max(1, Math.ceil(given.expires - Date.now() / 1000 + slack));
      const [name = ""] = await recordKeys(keys, given.sid);
      await state.set(name, await seal(keys, record, ttl), { ttl });
      const names = (await placesOf(keys, userId)).slice(0, places);
      await takePlace({ state, findAll }, names, { sid: given.sid, ttl });
    },
    async of(userId) {
      const held = await state.get(await placesOf(keys, userId));
      const sids = [...new Set(held.filter((value) => value !== undefined))];
      if (sids.length === 0) return [];
      const user = await shortHash(keys, userId);
      const now = Date.now() / 1000;
      return (await findAll(sids))
        .filter((record) => record !== undefined)
        .filter((record) => record.user === user && record.expires > now);
    },
    async remove(sid) {
      // The place stays until it expires or another session needs it.
      for (const name of await recordKeys(keys, sid)) await state.delete(name);
    },
  };
}

const recordKeys = (keys: KeyRing, sid: string) => stateKeys(keys, "session", [sid]);

async function placesOf(keys: KeyRing, userId: string): Promise<string[]> {
  return (await stateKeys(keys, "sessions-of", [userId])).flatMap((name) =>
    Array.from({ length: places }, (_, index) => `${name}.${index}`),
  );
}

function createFinder({ state, keys }: ListDeps) {
  const open = async (token: string | undefined): Promise<SessionRecord | undefined> => {
    if (token === undefined) return undefined;
    const opened = await openToken(keys, { salt, token, now: Date.now() });
    return opened.ok ? readRecord(opened.claims) : undefined;
  };
  const find = async (sid: string): Promise<SessionRecord | undefined> => {
    const values = await state.get(await recordKeys(keys, sid));
    const record = await open(values.find((value) => value !== undefined));
    return record?.sid === sid ? record : undefined;
  };
  const findAll = async (sids: readonly string[]): Promise<(SessionRecord | undefined)[]> => {
    const names = await Promise.all(sids.map((sid) => recordKeys(keys, sid)));
    const values = await state.get(names.flat());
    const each = names[0]?.length ?? 1;
    return Promise.all(
      sids.map((_, index) =>
        open(values.slice(index * each, (index + 1) * each).find((value) => value !== undefined)),
      ),
    );
  };
  return { find, findAll };
}

interface Places
  extends Pick<ListDeps, "state">, Pick<ReturnType<typeof createFinder>, "findAll"> {}

/** A session keeps its place, or takes a free one, or that of the session seen least recently. */
async function takePlace(
  { state, findAll }: Places,
  names: readonly string[],
  { sid, ttl }: { readonly sid: string; readonly ttl: number },
): Promise<void> {
  const held = await state.get(names);
  const own = names[held.indexOf(sid)];
  if (own !== undefined) {
    await state.set(own, sid, { ttl });
    return;
  }
  for (const [index, name] of names.entries()) {
    if (held[index] !== undefined) continue;
    if (await state.set(name, sid, { ttl, ifAbsent: true })) return;
  }
  const records = await findAll(held.map((value) => value ?? ""));
  const seen = records.map((record) => record?.seen ?? 0);
  const name = names[seen.indexOf(Math.min(...seen))];
  if (name !== undefined) await state.set(name, sid, { ttl });
}

/** Characters of the user agent that are kept; less if the rest needs the room. */
const lengths = [300, 150, 60, 0];

async function seal(keys: KeyRing, record: SessionRecord, ttl: number): Promise<string> {
  let token = "";
  for (const length of lengths) {
    const { userAgent, ...rest } = record;
    const kept = length > 0 && userAgent ? userAgent.slice(0, length) : undefined;
    const claims = { ...rest, ...(kept && { userAgent: kept }) };
    token = await sealToken(keys, { salt, claims, maxAge: ttl, now: Date.now() });
    if (token.length <= longestValue) return token;
  }
  return token;
}

function readRecord(claims: Readonly<Record<string, unknown>>): SessionRecord | undefined {
  const { sid, user, authTime, seen, expires } = claims;
  if (typeof sid !== "string" || typeof user !== "string") return undefined;
  if (typeof authTime !== "number" || typeof seen !== "number" || typeof expires !== "number") {
    return undefined;
  }
  const text = (name: string) => {
    const value = claims[name];
    return typeof value === "string" ? { [name]: value } : undefined;
  };
  return {
    sid,
    user,
    authTime,
    seen,
    expires,
    ...text("provider"),
    ...text("method"),
    ...text("userAgent"),
    ...text("ip"),
    ...text("atProvider"),
    ...pluginFacts({ facts: claims["facts"] }),
    ...text("key"),
  };
}
