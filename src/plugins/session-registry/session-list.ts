import type { KeyRing } from "../../crypto/keys.js";
import { openToken, sealToken } from "../../crypto/token.js";
import { longestValue } from "../../state/contract.js";
import { stateKeys } from "../../state/key.js";
import type { StrictState } from "../../state/state.js";
import type { SessionRecord } from "../../types/session-hooks.js";
import { pluginFacts } from "../../sessions/facts.js";
import { shortHash } from "../../sessions/begin-facts.js";

/** The sessions of people, in shared state. */
export interface SessionList {
  userOf(userId: string): Promise<string>;
  /** Notes a session, anew or once more. */
  note(userId: string, record: Omit<SessionRecord, "user">): Promise<void>;
  find(sid: string): Promise<SessionRecord | undefined>;
  of(userId: string): Promise<SessionRecord[]>;
  remove(sid: string): Promise<void>;
}

/** Sessions of one user that are listed. One more, and the one that was seen least of late is not. */
const places = 64;
const salt = "latchkey.session-record";
/** Seconds by which a record outlives its session: clocks may differ. */
const slack = 60;

/** Each session has a record under its id, and a place among those of its user that holds the id. */
export function createSessionList({
  state,
  keys,
}: {
  state: StrictState;
  keys: KeyRing;
}): SessionList {
  const recordKeys = (sid: string) => stateKeys(keys, "session", [sid]);
  const placesOf = async (userId: string): Promise<string[]> =>
    (await stateKeys(keys, "sessions-of", [userId])).flatMap((name) =>
      Array.from({ length: places }, (_, index) => `${name}.${index}`),
    );

  const open = async (token: string | undefined): Promise<SessionRecord | undefined> => {
    if (token === undefined) return undefined;
    const opened = await openToken(keys, { salt, token, now: Date.now() });
    return opened.ok ? readRecord(opened.claims) : undefined;
  };
  const find = async (sid: string): Promise<SessionRecord | undefined> => {
    const values = await state.get(await recordKeys(sid));
    const record = await open(values.find((value) => value !== undefined));
    return record?.sid === sid ? record : undefined;
  };
  const findAll = async (sids: readonly string[]): Promise<(SessionRecord | undefined)[]> => {
    const names = await Promise.all(sids.map(recordKeys));
    const values = await state.get(names.flat());
    const each = names[0]?.length ?? 1;
    return Promise.all(
      sids.map((_, index) =>
        open(values.slice(index * each, (index + 1) * each).find((value) => value !== undefined)),
      ),
    );
  };
  /** The place of a session, which is its own already, free, or that of the one seen least of late. */
  const takePlace = async (userId: string, sid: string, ttl: number): Promise<void> => {
    const names = (await placesOf(userId)).slice(0, places);
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
  };

  return {
    userOf: (userId) => shortHash(keys, userId),
    find,
    async note(userId, given) {
      const record = { ...given, user: await shortHash(keys, userId) };
      const ttl = Math.max(1, Math.ceil(given.expires - Date.now() / 1000 + slack));
      const [name = ""] = await recordKeys(given.sid);
      await state.set(name, await seal(keys, record, ttl), { ttl });
      await takePlace(userId, given.sid, ttl);
    },
    async of(userId) {
      const held = await state.get(await placesOf(userId));
      const sids = [...new Set(held.filter((value) => value !== undefined))];
      if (sids.length === 0) return [];
      const user = await shortHash(keys, userId);
      const now = Date.now() / 1000;
      return (await findAll(sids))
        .filter((record) => record !== undefined)
        .filter((record) => record.user === user && record.expires > now);
    },
    async remove(sid) {
      // Its place is free when its time is over, or another session needs it.
      for (const name of await recordKeys(sid)) await state.delete(name);
    },
  };
}

/** Characters of the browser's name that are kept: fewer where the rest needs the room. */
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
