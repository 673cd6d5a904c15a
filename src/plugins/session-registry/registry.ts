import type { App, PluginHooks, Runtime } from "../../core/plugin.js";
import { keysOf } from "../../core/plugins/app.js";
import { normalizeIp } from "../../http/ip.js";
import { hashAtProvider } from "../../sessions/begin-facts.js";
import { ofSecrets } from "../../state/secrets.js";
import type {
  EndedOwned,
  Issued,
  Owned,
  SessionHooks,
  SessionRecord,
  SessionRegistry,
} from "../../types/session-hooks.js";
import { untilDone } from "../../until-done.js";
import type { SessionRegistryOptions } from "./options.js";
import { RecentChecks } from "../../sessions/recent-checks.js";
import { createRevocation, type Revocation, type Spared } from "./revocation.js";
import { createSessionList, type SessionList } from "./session-list.js";

/** What the registry works with, once the configuration was found in order. */
interface Parts {
  readonly runtime: Runtime;
  readonly revocation: Revocation;
  readonly list: SessionList;
  /** Milliseconds for which a look for revocations counts. */
  readonly within: number;
}

interface Registry {
  readonly app: App;
  readonly lists: boolean;
  readonly ready: () => Promise<Parts>;
  /** The same at once, when they are there. */
  readonly known: () => Parts | undefined;
  readonly checked: RecentChecks;
  readonly listed: RecentChecks;
}

/** Whoever reads the same sessions shares them, also with a configuration object for each request. */
const checkedOf = ofSecrets(() => new RecentChecks());
const listedOf = ofSecrets(() => new RecentChecks());

/** A revocation is kept at least so many seconds: sessions may have begun when they lasted longer than now. */
const leastTtl = 31 * 24 * 60 * 60;
const mostTtl = 10 * 366 * 24 * 60 * 60;
/** Seconds for which a look counts, where it is a question to another machine. */
const usualWithin = 30;

export function createRegistry(app: App, options: SessionRegistryOptions): PluginHooks {
  const keys = keysOf(app);
  let parts: Parts | undefined;
  const registry: Registry = {
    app,
    lists: options.list !== false,
    ready: untilDone(async () => (parts = await load(app, options))),
    known: () => parts,
    checked: checkedOf(keys),
    listed: listedOf(keys),
  };
  return { session: sessionHooks(registry, options), registry: sessionRegistry(registry) };
}

async function load(app: App, options: SessionRegistryOptions): Promise<Parts> {
  const runtime = await app.ready();
  const keys = keysOf(app);
  const state = runtime.state.strict;
  const within = options.within ?? ((await runtime.isStateShared()) ? usualWithin : 0);
  const longest = app.session.maxAge + within + 3600;
  const ttl = Math.ceil(Math.min(Math.max(longest, leastTtl), mostTtl));
  return {
    runtime,
    revocation: createRevocation({ state, keys, ttl, onLoss: lossOf(app) }),
    list: createSessionList({ state, keys }),
    within: within * 1000,
  };
}

const toldOf = ofSecrets(() => new Set<string>());

/** What to do when the state was emptied. Rows tell who was ended: database sessions go on. */
function lossOf(app: App): (() => void) | undefined {
  if (app.session.strategy === "database") return undefined;
  const told = toldOf(keysOf(app));
  return () => {
    if (!told.has(lost)) app.logger.warn("shared-state-lost", lost);
    told.add(lost);
  };
}

const lost =
  "The shared state was emptied, and with it which sessions had been revoked. JWT sessions from before have ended, so that none of those comes back: users sign in again. Keep the state: turn on Redis persistence (`appendonly yes`) and `maxmemory-policy noeviction`, or use `latchkey/state/sql`.";

function sessionHooks(registry: Registry, options: SessionRegistryOptions): SessionHooks {
  const { absoluteMaxAge } = options;
  const { checked, ready, known } = registry;
  return {
    async issue(owned) {
      const { revocation } = await ready();
      return revocation.factsFor(owned);
    },
    issued: (issued, was) =>
      was === "started" ? note(registry, issued) : noteAgain(registry, issued),
    // Most reads end here: nothing is awaited that is known.
    check: (owned, now) =>
      checked.isRecent(owned.sid, now, known()?.within ?? 0) || look(registry, owned, now),
    checkNow: async (owned) => !(await (await ready()).revocation.isEnded(owned)),
    ...(absoluteMaxAge !== undefined && { endsBy: ({ authTime }) => authTime + absoluteMaxAge }),
    end: (sid) => end(registry, sid),
    endAll: (userId, which) => endAll(registry, userId, which),
  };
}

async function look({ ready, checked }: Registry, owned: Owned, now: number): Promise<boolean> {
  const { within, revocation } = await ready();
  const { sid, userId: owner } = owned;
  if (checked.isRecent(sid, now, within)) return true;
  const isEnded = await revocation.isEnded(owned);
  if (!isEnded && within > 0) checked.note(sid, { at: now, owner });
  return !isEnded;
}

async function note({ ready, lists }: Registry, issued: Issued): Promise<void> {
  const { userId, sid, authTime, atProvider, facts, key } = issued;
  if (!lists || userId === null) return;
  const { list } = await ready();
  const before = await list.find(sid);
  const { userAgent = before?.userAgent, ip } = issued.client ?? {};
  await list.note(userId, {
    sid,
    authTime,
    seen: Math.floor(issued.now / 1000),
    expires: Math.floor(issued.expires.getTime() / 1000),
    provider: issued.provider ?? before?.provider,
    method: issued.method ?? before?.method,
    userAgent,
    ip: normalizeIp(ip) ?? before?.ip,
    atProvider,
    facts,
    key: key ?? before?.key,
  });
}

/** Milliseconds: nobody needs to know more exactly when somebody was last seen. */
const notedFor = 60_000;

async function noteAgain(registry: Registry, issued: Issued): Promise<void> {
  const { sid, now } = issued;
  if (!registry.lists || registry.listed.isRecent(sid, now, notedFor)) return;
  registry.listed.note(sid, { at: now, owner: null });
  // The state has logged what went wrong, and the next extension brings it.
  await note(registry, issued).catch(() => undefined);
}

async function end({ ready, checked, lists }: Registry, sid: string): Promise<void> {
  const { revocation, list } = await ready();
  await revocation.endSession(sid);
  checked.drop(sid);
  if (lists) await list.remove(sid);
}

async function endAll(
  registry: Registry,
  userId: string,
  { except, startedWith }: EndedOwned,
): Promise<"all"> {
  const { revocation, list } = await registry.ready();
  const spared = except && (await sparedOf(registry, except));
  await revocation.endUser(userId, { spared, startedWith });
  registry.checked.dropOf(userId);
  if (!registry.lists) return "all";
  for (const { sid, provider } of await list.of(userId)) {
    const isMeant = startedWith === undefined || provider === startedWith;
    if (isMeant && sid !== spared?.sid) await list.remove(sid);
  }
  return "all";
}

/** Where sessions are listed, one that is not was ended, or is nobody's. */
async function sparedOf(
  { ready, lists }: Registry,
  { sid, facts }: NonNullable<EndedOwned["except"]>,
): Promise<Spared | undefined> {
  if (facts || !lists) return { sid, facts };
  const record = await (await ready()).list.find(sid);
  return record && { sid, facts: record.facts ?? {} };
}

function sessionRegistry(registry: Registry): SessionRegistry {
  const { ready, lists, app, checked } = registry;
  const atProvider = (provider: string, sid: string) => hashAtProvider(keysOf(app), provider, sid);
  const find = async (sid: string, userId: string): Promise<SessionRecord | undefined> => {
    const { list } = await ready();
    const record = lists ? await list.find(sid) : undefined;
    return record?.user === (await list.userOf(userId)) ? record : undefined;
  };
  return {
    lists,
    find,
    list: (userId) => listOf(registry, userId),
    async end(sid, userId) {
      const { list, runtime } = await ready();
      const record = userId === undefined ? await list.find(sid) : await find(sid, userId);
      if (userId !== undefined && !record) return false;
      if (record?.key !== undefined) await runtime.store?.deleteSession(record.key);
      await end(registry, sid);
      return record !== undefined || !lists;
    },
    async endAtProvider(provider, sid) {
      await (await ready()).revocation.endAtProvider(await atProvider(provider, sid));
      checked.forget();
    },
    noteAtProvider: async (provider, sid) =>
      (await ready()).revocation.noteAtProvider(await atProvider(provider, sid)),
    isNotedAt: async (provider, sid) =>
      (await ready()).revocation.isNotedAt(await atProvider(provider, sid)),
  };
}

async function listOf({ ready, app }: Registry, userId: string): Promise<readonly SessionRecord[]> {
  const { list, revocation, runtime } = await ready();
  const isLive = async (record: SessionRecord): Promise<boolean> => {
    // A session may have been ended while it was noted once more.
    if (await revocation.isEnded({ ...record, userId, facts: record.facts ?? {} })) return false;
    if (app.session.strategy !== "database" || record.key === undefined) return true;
    return !runtime.store || (await runtime.store.getSessionAndUser(record.key)) !== null;
  };
  const records = await list.of(userId);
  const live = await Promise.all(records.map(isLive));
  return records
    .filter((_, index) => live[index])
    .sort((a, b) => b.seen - a.seen || b.authTime - a.authTime);
}
