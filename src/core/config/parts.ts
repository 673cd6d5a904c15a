import type { AdapterUser } from "../../types/adapter.js";
import type { Awaitable } from "../../types/common.js";
import type { Callbacks, Events } from "../../types/hooks.js";
import type { LoggerInstance, WarningCode } from "../../types/logger.js";
import type { Measure } from "../../types/measure.js";
import type { EndedSessions, SessionRegistry } from "../../types/session-hooks.js";
import type { Store } from "../../types/store.js";
import { untilDone } from "../async/until-done.js";
import type { AuthConfig } from "../auth-config.js";
import { longestChunked } from "../cookies/chunks.js";
import type { KeyRing } from "../crypto/keys.js";
import { randomId } from "../crypto/random.js";
import { asError } from "../errors/as-error.js";
import { AuthError } from "../errors/errors.js";
import type { Flow, Flows } from "../flow.js";
import type { Plugins } from "../plugins/folded.js";
import type { PluginHost } from "../plugins/host.js";
import {
  examinePlugins,
  recordsIn,
  runtimeOf,
  twoFactorCheck,
  withParts,
} from "../plugins/runtime.js";
import { createSessions, type SessionDeps, type Sessions } from "../sessions/index.js";
import { refusingWeakTokens } from "../sessions/session-token.js";
import { unprovenSessions } from "../sessions/unproven.js";
import { chooseState } from "../state/choose.js";
import { processState } from "../state/process.js";
import { keyRingOf, ofSecrets } from "../state/secrets.js";
import { createState, type State } from "../state/state.js";
import type { Mode } from "../values/mode.js";
import type { CheckedConfig } from "./checked.js";
import { bindFlows } from "./flows/bind.js";
import { lifetimesOf } from "./lifetimes.js";
import { isQuicklyValid } from "./quick-check.js";
import { strategyOf } from "./strategy.js";
import type { WarnOnce } from "./warn-once.js";

const defaultCookieSize = 12 * 1024;

/** The parts this configuration uses, loaded on first need. */
export interface Parts {
  readonly store: Store | null;
  readonly sessions: Sessions;
  readonly flows: ReadonlyMap<string, Flow>;
  readonly state: State;
  readonly isStateShared: () => Promise<boolean>;
  /** Lists and revokes sessions; null without a plugin that does. */
  readonly registry: SessionRegistry | null;
  /** Ends sessions of a user. Resolves to whether all of them have certainly ended. */
  readonly endSessions: (userId: string, which?: EndedSessions) => Promise<boolean>;
  /** Whether attempts are counted across all processes, or this is development. */
  readonly countsTries: () => Promise<boolean>;
  /** Why some providers aren't offered. */
  readonly leftOut: readonly AuthError[];
  /** Refuses sessions that were started before anyone had proven to own the user's email address. */
  readonly refuseUnproven?: ((user: AdapterUser) => Promise<void>) | undefined;
  /** Keys of old secrets from a migration, while the tokens they signed are still accepted. */
  readonly olderKeys?: ((now: number) => KeyRing | undefined) | undefined;
}

/** A usable configuration, or what is wrong with it. */
export type Ready =
  | (Parts & { readonly problem?: never })
  | ({ readonly problem: AuthError } & { readonly [Name in keyof Parts]?: never });

export interface PartsOptions extends Mode {
  readonly logger: LoggerInstance;
  readonly warnOnce: WarnOnce;
  readonly timeout: number;
  readonly secrets: readonly string[];
  readonly jwtSecrets: readonly string[];
  readonly keys: KeyRing;
  readonly callbacks: Callbacks;
  readonly events: Events;
  readonly cookies: CheckedConfig["cookies"];
  /** Runs the plugins; null if there are none. */
  readonly host: PluginHost | null;
  readonly plugins: Plugins;
  /** The configured origin; null if it comes from requests. */
  readonly origin: string | null;
  /** Flows for providers that don't bring one. */
  readonly defaultFlows: Flows;
  readonly measure: Measure | undefined;
  /** A problem that is already known. */
  readonly problem?: AuthError | undefined;
}

/** The checks of a configuration, each done once and available synchronously afterwards. */
export interface Readiness {
  /** With an adapter that has the methods the configuration needs. */
  readonly ready: () => Awaitable<Ready>;
  /** The same without calling an adapter factory, for requests that don't need the store. */
  readonly storeless: () => Awaitable<Ready>;
}

/** Loads the parts of a configuration on first use, and checks it as a whole. */
export function createParts(config: AuthConfig, options: PartsOptions): Readiness {
  const load = untilDone(() => loadParts(config, options));
  const find = async () => findParts(config, options, await load());
  const ready = untilReady(async () => {
    const { found, findLack, keeps } = await find();
    const problem =
      found.problem ?? (await findLack()) ?? (await findWeakness(config, options, found));
    if (!problem && keeps) {
      const { sessionsKept } = await import("./check.js");
      options.warnOnce("sessions-kept", () => sessionsKept);
    }
    return problem ? { problem } : found;
  });
  const isMade = typeof config.adapter === "function";
  return { ready, storeless: isMade ? untilReady(async () => (await find()).found) : ready };
}

/** The parts, or what is wrong with the configuration; `findLack` reports what only the store can tell. */
async function findParts(config: AuthConfig, options: PartsOptions, parts: LoadedParts) {
  const { storage, sessions, flows, state, countsTries, isStateShared } = parts;
  const { plugins, keys } = options;
  const checked = {
    ...options,
    strategy: strategyOf(config),
    hasAdapter: storage !== null,
    linking: config.account?.linking,
    flows,
  };
  const problem =
    options.problem ??
    (isQuicklyValid(config, checked)
      ? parts.problem
      : (await import("./check.js")).findAnyProblem(config, checked, parts.problem)) ??
    (await findLanguageProblem(config));
  const store = storage?.store ?? null;
  const { session: hooks, registry } = plugins;
  const ended = { store, sessions, hooks, registry };
  const endSessions: Parts["endSessions"] = async (userId, which) => {
    const { endSessions: end } = await import("../sessions/end-all.js");
    const isAll = await end(ended, userId, which);
    // Afterwards: until then, a session could still approve something.
    const runtime = { store, state, records: recordsIn(store) };
    for (const { call } of plugins.users ?? []) await call.sessionsEnded?.(runtime, userId);
    return isAll;
  };
  const made: Parts = {
    ...{ store, sessions, state, isStateShared, countsTries, registry, endSessions },
    flows: byId(flows),
    leftOut: parts.leftOut,
    refuseUnproven: parts.refuseUnproven,
    olderKeys: olderKeysOf(plugins),
  };
  const found: Ready = problem ? { problem } : made;
  const findLack = async () =>
    (await storage?.findProblem(checked)) ??
    options.host?.check(plugins, withParts(runtimeOf(made), { keys, flows: made.flows }), checked);
  return { found, findLack, keeps: keepsSessions(parts, options) };
}

/** Looks for weaknesses in production. Plain configurations have none, so nothing is loaded. */
async function findWeakness(
  config: AuthConfig,
  options: PartsOptions,
  parts: Parts,
): Promise<AuthError | undefined> {
  const { production, plugins, origin, warnOnce } = options;
  const flows = [...parts.flows.values()];
  if (!production || isPlain(config, { flows, plugins, origin })) return undefined;
  const { judge } = await import("./weaknesses.js");
  const { isStateShared } = parts;
  const core = { keys: options.keys, flows: parts.flows };
  const ofPlugins = () => examinePlugins(plugins, parts, core);
  const { stages } = plugins;
  return judge({ config, origin, flows, stages, isStateShared, plugins: ofPlugins }, warnOnce);
}

function isPlain(
  {
    cookies,
    useSecureCookies,
    jwt,
    callbacks,
    session,
    adapter,
    trustHost,
    redirectProxyUrl,
  }: AuthConfig,
  {
    flows,
    plugins,
    origin,
  }: Pick<PartsOptions, "plugins" | "origin"> & { readonly flows: readonly Flow[] },
): boolean {
  return (
    (cookies ?? jwt ?? session?.maxAge ?? adapter ?? redirectProxyUrl) === undefined &&
    !callbacks?.redirect &&
    useSecureCookies !== false &&
    !plugins.examine &&
    (origin === null ? trustHost !== true : /^(?:https:|http:\/\/localhost(?::|$))/.test(origin)) &&
    !flows.some(({ guess }) => guess)
  );
}

/** Whether credentials can change here while sessions started with the old ones continue. */
function keepsSessions(
  { sessions, flows }: Pick<Parts, "sessions"> & { readonly flows: readonly Flow[] },
  { plugins }: PartsOptions,
): boolean {
  if (sessions.ofStoredUsers || plugins.session?.endAll) return false;
  return (
    plugins.keepsProofs || flows.some(({ type, acts }) => type === "webauthn" || acts !== undefined)
  );
}

const warnings = ofSecrets(() => new Set<string>());

/** Logs each warning once per secret, even if every request builds a new config object. */
function warnOnce({ keys, logger }: PartsOptions) {
  const told = warnings(keys);
  return (code: WarningCode, message: string): void => {
    if (!told.has(message)) logger.warn(code, message);
    told.add(message);
  };
}

/** The same for a provider that is left out. */
function tellOnce({ keys, logger }: PartsOptions, problem: AuthError): void {
  const told = warnings(keys);
  if (!told.has(problem.message)) logger.error(problem.type, problem);
  told.add(problem.message);
}

/** Marks a way around rate limits that other libraries have: see `removeOwnSession` in check.ts. */
function makesSessionsTwice(config: AuthConfig, flows: readonly Flow[]): boolean {
  if (!config.jwt?.encode && !config.jwt?.decode) return false;
  return strategyOf(config) === "database" && flows.some(({ type }) => type === "credentials");
}

/** The shared state is chosen on first use: reading sessions doesn't need it. */
function stateParts(config: AuthConfig, options: PartsOptions, store: Store | null) {
  const { sharedState: given, rateLimit } = config;
  const { production } = options;
  const brought = async () => store?.sharedState();
  const choose = untilDone(() => chooseState({ given, brought, warn: warnOnce(options) }));
  const state = createState(
    given ?? (store ? async () => (await choose()).shared : processState),
    options,
  );
  const isStateShared = async () => (await choose()).seenByAll;
  const countsTries = async () => !production || typeof rateLimit === "function" || isStateShared();
  return { state, countsTries, isStateShared };
}

type LoadedParts = Awaited<ReturnType<typeof loadParts>>;

async function loadParts(config: AuthConfig, options: PartsOptions) {
  const { redirectProxyUrl, redirectProxyOrigins } = config;
  const { flows, problems } = await bindFlows(config.providers, {
    redirectProxyUrl,
    redirectProxyOrigins,
    defaultFlows: options.defaultFlows,
  });
  // If other providers remain, one that is misconfigured doesn't take them down.
  const leftOut = flows.length > 0 ? problems : [];
  for (const one of leftOut) tellOnce(options, one);
  const warn = warnOnce(options);
  for (const { code, message } of flows.flatMap(({ warnings = [] }) => warnings)) {
    warn(code, message);
  }
  if (makesSessionsTwice(config, flows)) {
    warn("session-made-twice", (await import("./check.js")).removeOwnSession);
  }
  const storage = await loadStorage(config, options, flows);
  const store = storage?.store ?? null;
  const stated = stateParts(config, options, store);
  const { state } = stated;
  // When an address is proven, session rows are removed; JWT cookies are refused.
  const unproven =
    store && strategyOf(config) !== "database"
      ? unprovenSessions({ ...stated, store, keys: options.keys, ...lifetimesOf(config) })
      : undefined;
  const sessions = await loadSessions(config, options, {
    ...{ store, state, unproven },
    flows: byId(flows),
  });
  const problem = flows.length > 0 ? undefined : problems[0];
  return {
    flows,
    problem,
    leftOut,
    storage,
    sessions,
    refuseUnproven: unproven?.refuse,
    ...stated,
  };
}

async function findLanguageProblem(config: AuthConfig): Promise<AuthError | undefined> {
  if (config.locale === undefined && config.languages === undefined) return undefined;
  return (await import("../language/check.js")).languageProblem(config);
}

function olderKeysOf(plugins: Plugins): Parts["olderKeys"] {
  if (!plugins.olderSecrets) return undefined;
  return (now) => {
    const older = olderSecrets(plugins, now);
    return older.length > 0 ? keyRingOf(older) : undefined;
  };
}

function olderSecrets({ olderSecrets: hooks }: Plugins, now: number): readonly string[] {
  return hooks?.flatMap(({ call }) => call(now)) ?? [];
}

async function loadStorage({ adapter }: AuthConfig, options: PartsOptions, flows: readonly Flow[]) {
  if (!adapter) return null;
  const { createStore, findAdapterProblem } = await import("#adapter");
  const { tables, store: wraps } = options.plugins;
  const own = flows.flatMap((flow) => flow.tables ?? []);
  const source = options.host ?? flows.find(({ recordsFor }) => recordsFor);
  const keepRecords =
    tables || own.length > 0 ? source?.recordsFor?.(own.concat(tables ?? [])) : null;
  let store = createStore(adapter, { ...options, keepRecords });
  for (const { call } of wraps ?? []) store = await call(store);
  return { store, findProblem: (config: CheckedConfig) => findAdapterProblem(store, config) };
}

function byId(flows: readonly Flow[]): ReadonlyMap<string, Flow> {
  return new Map(flows.map((flow) => [flow.id, flow]));
}

interface SessionParts {
  readonly store: Store | null;
  readonly state: State;
  readonly flows: ReadonlyMap<string, Flow>;
  readonly unproven: SessionDeps["unproven"];
}

async function loadSessions(
  config: AuthConfig,
  options: PartsOptions,
  { store, state, flows, unproven }: SessionParts,
): Promise<Sessions> {
  const { session, jwt } = config;
  const { callbacks, events, logger, warnOnce, secrets, jwtSecrets } = options;
  const { maxAge, updateAge } = lifetimesOf(config);
  const deps: SessionDeps = {
    callbacks,
    events,
    logger,
    warnOnce,
    store,
    maxAge,
    strategy: strategyOf(config) === "database" ? "database" : "jwt",
    updateAge,
    hooks: options.plugins.session,
    unproven,
    hashed: session?.hashed === true,
    maxCookieSize: Math.min(session?.maxCookieSize ?? defaultCookieSize, longestChunked),
    generateSessionToken: refusingWeakTokens(
      () => session?.generateSessionToken?.() ?? randomId(),
      options,
    ),
    jwt: { ...jwt, maxAge, secret: secretFor(config, options) },
    // Session tokens may have secrets of their own.
    keys: jwtSecrets.length > 0 ? keyRingOf(jwtSecrets, config.tenant) : options.keys,
  };
  let sessions = await createSessions(deps);
  const signing = jwtSecrets.length > 0 ? jwtSecrets : secrets;
  const kept = { store, state, records: recordsIn(store) };
  const runtime = withParts(kept, { keys: options.keys, flows });
  const takesTwoFactors = twoFactorCheck(options.plugins, runtime);
  const { identify, wrapSessions, admits } = options.plugins;
  const wrapDeps = { ...deps, secrets: signing, takesTwoFactors, runtime, admits };
  for (const { call } of wrapSessions ?? []) sessions = await call(sessions, wrapDeps);
  for (const { provisional } of flows.values()) {
    sessions = provisional?.(sessions, wrapDeps) ?? sessions;
  }
  return identify ? identify(sessions, runtime, logger) : sessions;
}

/** The secret as the app's `encode` and `decode` receive it: one string or a list, as configured. */
function secretFor(
  { jwt, secret }: AuthConfig,
  { secrets: [made = ""], plugins }: PartsOptions,
): string | readonly string[] {
  const configured = jwt?.secret?.length ? jwt.secret : secret?.length ? secret : made;
  const older = olderSecrets(plugins, Date.now());
  return older.length > 0 ? [configured, older].flat() : configured;
}

/**
 * As `untilDone`, and synchronous afterwards. A failure is a problem too, but isn't kept, since it may be an
 * outage.
 */
function untilReady(work: () => Promise<Ready>): () => Awaitable<Ready> {
  let found: Ready | undefined;
  const find = untilDone(async () => (found = await work()));
  const failed = (error: unknown): Ready => ({
    problem: error instanceof AuthError ? error : new AuthError(asError(error)),
  });
  return () => found ?? find().catch(failed);
}
