import { untilDone } from "../../core/async/until-done.js";
import { InvalidConfiguration } from "../../core/errors/errors.js";
import { normalizeIp } from "../../core/http/ip.js";
import type { App, PluginHooks, Runtime } from "../../core/plugin.js";
import { keysOf } from "../../core/plugins/app.js";
import { hashAtProvider } from "../../core/sessions/begin-facts.js";
import { RecentChecks } from "../../core/sessions/recent-checks.js";
import { ofSecrets } from "../../core/state/secrets.js";
import type {
  EndedOwned,
  Issued,
  Owned,
  SessionHooks,
  SessionRecord,
  SessionRegistry,
} from "../../types/session-hooks.js";
import type { SessionRegistryOptions } from "./options.js";
import { createRevocation, type Revocation, type Spared } from "./revocation.js";
import { createSessionList, type SessionList } from "./session-list.js";

/** The registry's dependencies, once the configuration has been checked. */
interface Parts {
  readonly runtime: Runtime;
  readonly revocation: Revocation;
  readonly list: SessionList;
  /** Milliseconds for which a check for revocations is valid. */
  readonly within: number;
}

interface Registry {
  readonly app: App;
  readonly lists: boolean;
  readonly ready: () => Promise<Parts>;
  /** The parts without awaiting, if they are ready. */
  readonly known: () => Parts | undefined;
  readonly checked: RecentChecks;
  readonly listed: RecentChecks;
}

/** Shared by all config objects with the same secrets, even one per request. */
const checkedOf = ofSecrets(() => new RecentChecks());
const listedOf = ofSecrets(() => new RecentChecks());

/**
 * Least seconds for which a revocation is kept: a session may have begun under a longer `maxAge`.
 */
const leastTtl = 31 * 24 * 60 * 60;
const mostTtl = 10 * 366 * 24 * 60 * 60;
/** Default of `within` when a check is a network call. */
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

/**
 * What to do when shared state was emptied. Database sessions continue: their rows show which were
 * ended.
 */
function lossOf(app: App): (() => void) | undefined {
  if (app.session.strategy === "database") return undefined;
  const told = toldOf(keysOf(app));
  return () => {
    if (!told.has(lost)) app.logger.warn("shared-state-lost", lost);
    told.add(lost);
  };
}

const lost =
  "Shared state was emptied, so it's unknown which sessions had been revoked. All earlier JWT sessions have ended, so that no revoked one works again, and users must sign in again. Keep the state: turn on Redis persistence (`appendonly yes`) and `maxmemory-policy noeviction`, or use `latchkey/state/sql`.";

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
    // Most reads end here, so a known result isn't awaited.
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

/** Milliseconds between two updates of `lastSeenAt`. */
const notedFor = 60_000;

async function noteAgain(registry: Registry, issued: Issued): Promise<void> {
  const { sid, now } = issued;
  if (!registry.lists || registry.listed.isRecent(sid, now, notedFor)) return;
  registry.listed.note(sid, { at: now, owner: null });
  // The state has logged the failure, and the next extension repeats the write.
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

/** A session that isn't in the list was ended or belongs to nobody, so it isn't spared. */
async function sparedOf(
  { ready, lists }: Registry,
  { sid, provider, facts }: NonNullable<EndedOwned["except"]>,
): Promise<Spared | undefined> {
  if (facts || !lists) return { sid, provider, facts };
  const record = await (await ready()).list.find(sid);
  return record && { sid, provider: record.provider, facts: record.facts ?? {} };
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

async function listOf(
  { ready, lists, app }: Registry,
  userId: string,
): Promise<readonly SessionRecord[]> {
  if (!lists) {
    throw new InvalidConfiguration(
      "Sessions aren't listed. Remove `list: false` from `sessionRegistry` in the configuration.",
    );
  }
  const { list, revocation, runtime } = await ready();
  const isLive = async (record: SessionRecord): Promise<boolean> => {
    // The session may have been ended while this write was under way.
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
