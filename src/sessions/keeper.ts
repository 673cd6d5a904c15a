import type { KeyRing } from "../crypto/keys.js";
import { normalizeIp } from "../http/ip.js";
import { ofSecrets } from "../state/secrets.js";
import type { State } from "../state/state.js";
import type { Awaitable } from "../types/common.js";
import type { SignedIn } from "../types/hooks.js";
import { createBook, type Book, type SessionRecord } from "./book.js";
import type { SessionContext } from "./context.js";
import { adoptedFacts, beginFacts, hashAtProvider } from "./begin-facts.js";
import type { SessionFacts } from "./facts.js";
import { createMarks, type Marks, type Spared } from "./marks.js";
import { Watch } from "./watch.js";

/** A session and whose it is, by the id under which the application knows them. */
export interface Owned {
  readonly facts: SessionFacts;
  readonly userId: string | null;
}

/** A session as it is noted for its owner to see. */
export interface Noting extends Owned {
  readonly context: SessionContext;
  readonly expires: Date;
  /** What a stored session is found by in its store. */
  readonly key?: string;
}

/** Keeps track of sessions: which were ended, and which there are. */
export interface Keeper {
  readonly revocable: boolean;
  readonly listed: boolean;
  /** Facts of a session that begins now. */
  begin(who: SignedIn, context: SessionContext): Promise<SessionFacts>;
  /** Facts of a session from before there were any, which began at this time in seconds since 1970. */
  adopt(token: string, authTime: number): Promise<SessionFacts>;
  /** The same facts with what the user's other sessions make of them. */
  admit(facts: SessionFacts, userId: string | null): Promise<SessionFacts>;
  /** Whether a session was ended. At once where that was asked a moment ago. */
  isEnded(session: Owned, now: number): Awaitable<boolean>;
  /** The same, asked of the marks themselves, also where reads do not ask. */
  wasEnded(session: Owned): Promise<boolean>;
  /** A session has begun. */
  note(noting: Noting): Promise<void>;
  /** A session was extended. It is no matter for the request when that can not be noted. */
  noteAgain(noting: Noting): Promise<void>;
  end(facts: Pick<SessionFacts, "sid">): Promise<void>;
  /**
   * Every session of a user that there is now, but one that is given as it was read, or by its id: unless
   * that was ended before.
   */
  endAll(userId: string, except?: string | Spared): Promise<void>;
  endAtProvider(provider: string, sid: string): Promise<void>;
  /** Remembers that a session began with one at a provider, for those who may not say so of any. */
  noteAtProvider(provider: string, sid: string): Promise<void>;
  isNotedAt(provider: string, sid: string): Promise<boolean>;
  find(sid: string): Promise<SessionRecord | undefined>;
  list(userId: string): Promise<SessionRecord[]>;
  /** Whether a record is about a session of this user. */
  isOf(record: SessionRecord, userId: string): Promise<boolean>;
}

export interface KeeperDeps {
  readonly keys: KeyRing;
  readonly state: State;
  readonly maxAge: number;
  /** Seconds for which a look at the marks counts; null when sessions are not looked after. */
  readonly within: number | null;
  readonly listed: boolean;
}

/** A mark is kept at least so long: sessions may have begun when they lasted longer than now. */
const leastTtl = 31 * 24 * 60 * 60;
const mostTtl = 10 * 366 * 24 * 60 * 60;

/** Whoever reads the same sessions shares it, also with a configuration object for each request. */
const watchOf = ofSecrets(() => new Watch());
const notedOf = ofSecrets(() => new Watch());
/** Milliseconds: nobody needs to know more exactly when somebody was last seen. */
const notedFor = 60_000;

export function createKeeper({ keys, state, maxAge, within, ...deps }: KeeperDeps): Keeper {
  const longest = maxAge + (within ?? 0) + 3600;
  const ttl = Math.ceil(Math.min(Math.max(longest, leastTtl), mostTtl));
  const marks: Marks = createMarks({ state: state.strict, keys, ttl });
  const book: Book = createBook({ state: state.strict, keys });
  const watch = watchOf(keys);
  const noted = notedOf(keys);
  const revocable = within !== null;
  const active = revocable || deps.listed;

  const ask = async ({ facts, userId }: Owned, now: number): Promise<boolean> => {
    const { ended } = await marks.look(facts, userId);
    if (!ended && within) watch.note(facts.sid, { at: now, owner: userId });
    return ended;
  };
  const note = async ({ facts, userId, context, expires, key }: Noting): Promise<void> => {
    if (!deps.listed || userId === null) return;
    const { sid, authTime } = facts;
    const before = await book.find(sid);
    const { userAgent = before?.userAgent, ip } = context.client?.() ?? {};
    await book.note(userId, {
      sid,
      authTime,
      seen: Math.floor(context.now / 1000),
      expires: Math.floor(expires.getTime() / 1000),
      provider: facts.provider ?? before?.provider,
      method: facts.method ?? before?.method,
      userAgent,
      ip: normalizeIp(ip) ?? before?.ip,
      epoch: facts.epoch,
      key: key ?? before?.key,
    });
  };

  /** Where sessions are noted, one that is not was ended, or is nobody's. */
  const sparedOf = async (sid: string | Spared): Promise<Spared | undefined> => {
    if (typeof sid === "object") return sid;
    if (!deps.listed) return { sid };
    const record = await book.find(sid);
    return record && { sid, since: record.epoch ?? "" };
  };

  return {
    revocable,
    listed: deps.listed,
    begin: (who, context) => beginFacts(keys, who, context),
    adopt: (token, authTime) => adoptedFacts(keys, token, authTime),
    async admit(facts, userId) {
      if (!active || userId === null) return facts;
      const { epoch } = await marks.look({}, userId);
      return epoch === undefined ? facts : { ...facts, epoch };
    },
    isEnded(session, now) {
      if (within === null) return false;
      const { sid } = session.facts;
      return within > 0 && watch.isRecent(sid, now, within * 1000) ? false : ask(session, now);
    },
    wasEnded: async ({ facts, userId }) => active && (await marks.look(facts, userId)).ended,
    note,
    async noteAgain(noting) {
      const { sid } = noting.facts;
      const { now } = noting.context;
      if (!deps.listed || noted.isRecent(sid, now, notedFor)) return;
      noted.note(sid, { at: now, owner: null });
      // The state has logged what went wrong, and the next extension brings it.
      await note(noting).catch(() => undefined);
    },
    async end({ sid }) {
      if (!active) return;
      await marks.endSession(sid);
      watch.drop(sid);
      if (deps.listed) await book.remove(sid);
    },
    async endAll(userId, except) {
      if (!active) return;
      const spared = except === undefined ? undefined : await sparedOf(except);
      await marks.endUser(userId, spared);
      watch.dropOf(userId);
      if (!deps.listed) return;
      for (const { sid } of await book.of(userId)) if (sid !== spared?.sid) await book.remove(sid);
    },
    async endAtProvider(provider, sid) {
      await marks.endAtProvider(await hashAtProvider(keys, provider, sid));
      watch.forget();
    },
    async noteAtProvider(provider, sid) {
      await marks.noteAtProvider(await hashAtProvider(keys, provider, sid));
    },
    isNotedAt: async (provider, sid) => marks.isNotedAt(await hashAtProvider(keys, provider, sid)),
    find: (sid) => book.find(sid),
    async list(userId) {
      const records = await book.of(userId);
      // A session may have been ended while it was noted once more.
      const looks = await Promise.all(records.map((record) => marks.look(record, userId)));
      return records.filter((_, index) => !looks[index]?.ended);
    },
    isOf: async (record, userId) => record.user === (await book.userOf(userId)),
  };
}
