import type { Plugins } from "../core/plugins/folded.js";
import type { PluginHost } from "../core/plugins/host.js";
import {
  examinePlugins,
  recordsIn,
  runtimeOf,
  twoFactorCheck,
  withParts,
} from "../core/plugins/runtime.js";
import { longestChunked } from "../cookies/chunks.js";
import type { KeyRing } from "../crypto/keys.js";
import { randomId } from "../crypto/random.js";
import { AuthError } from "../errors.js";
import { bindFlows } from "../flows/bind.js";
import type { Flow, Flows } from "../flows/flow.js";
import { createSessions, type SessionDeps, type Sessions } from "../sessions/index.js";
import type { Mode } from "../mode.js";
import { chooseState } from "../state/choose.js";
import { processState } from "../state/process.js";
import { keyRingOf, ofSecrets } from "../state/secrets.js";
import { createState, type State } from "../state/state.js";
import { refusingWeakTokens } from "../sessions/session-token.js";
import { asError } from "../thrown.js";
import { untilDone } from "../until-done.js";
import { once } from "../once.js";
import type { AdapterUser } from "../types/adapter.js";
import type { Awaitable } from "../types/common.js";
import type { AuthConfig } from "../types/config.js";
import type { Callbacks, Events } from "../types/hooks.js";
import type { LoggerInstance, WarningCode } from "../types/logger.js";
import type { EndedSessions, SessionRegistry } from "../types/session-hooks.js";
import type { Measure } from "../types/measure.js";
import type { Store } from "../types/store.js";
import type { CheckedConfig } from "./checked.js";
import { lifetimesOf } from "./lifetimes.js";
import { isSound } from "./sound.js";
import { strategyOf } from "./strategy.js";
import type { WarnOnce } from "./warn-once.js";

const defaultCookieSize = 12 * 1024;

/** What of the library a configuration puts to use. The rest is never loaded. */
export interface Parts {
  readonly store: Store | null;
  readonly sessions: Sessions;
  readonly flows: ReadonlyMap<string, Flow>;
  readonly state: State;
  readonly isStateShared: () => Promise<boolean>;
  /** Lists single sessions and ends them; null when no plugin does. */
  readonly registry: SessionRegistry | null;
  /** Ends sessions of a user. Resolves to whether all that were meant have ended for certain. */
  readonly endSessions: (userId: string, which?: EndedSessions) => Promise<boolean>;
  /** Whether tries are counted where all processes see them, or nobody attacks yet. */
  readonly countsTries: () => Promise<boolean>;
  /** What is wrong with providers that are therefore not offered. */
  readonly leftOut: readonly AuthError[];
  /** Refuses sessions that began before anyone had proven to own the user's address. */
  readonly refuseUnproven?: ((user: AdapterUser) => Promise<void>) | undefined;
  /** Keys of secrets from before a move, as long as what they made is read. */
  readonly olderKeys?: ((now: number) => KeyRing | undefined) | undefined;
}

/** A configuration that can be used, or what is wrong with it. */
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
  /** What runs plugins; null where there are none. */
  readonly host: PluginHost | null;
  readonly plugins: Plugins;
  /** The configured origin; null when requests tell it. */
  readonly origin: string | null;
  /** For providers that bring no flow. */
  readonly defaultFlows: Flows;
  readonly measure: Measure | undefined;
  /** What is known to be wrong already. */
  readonly problem?: AuthError | undefined;
}

/** How a configuration is found to be usable, each found once and then known at once. */
export interface Readiness {
  /** With an adapter that has what the configuration needs. */
  readonly ready: () => Awaitable<Ready>;
  /** The same without calling a function that makes the adapter: what needs no store works without it. */
  readonly storeless: () => Awaitable<Ready>;
}

/** Loads the parts of a configuration when they are first asked for, and checks the whole. */
export function createParts(config: AuthConfig, options: PartsOptions): Readiness {
  const load = untilDone(() => loadParts(config, options));
  const find = async () => {
    const parts = await load();
    const { storage, sessions, flows, state, countsTries, isStateShared } = parts;
    const checked = {
      ...options,
      strategy: strategyOf(config),
      hasAdapter: storage !== null,
      experimental: config.experimental,
      linking: config.account?.linking,
      flows,
    };
    const problem =
      options.problem ??
      (isSound(config, checked)
        ? parts.problem
        : (await import("./check.js")).findAnyProblem(config, checked, parts.problem)) ??
      (await findLanguageProblem(config));
    const store = storage?.store ?? null;
    const { session: hooks, registry } = options.plugins;
    const endSessions: Parts["endSessions"] = async (...given) =>
      (await import("../sessions/end-all.js")).endSessions(
        { store, sessions, hooks, registry },
        ...given,
      );
    const found: Ready = problem
      ? { problem }
      : {
          store,
          sessions,
          flows: byId(flows),
          leftOut: parts.leftOut,
          refuseUnproven: parts.refuseUnproven,
          olderKeys: olderKeysOf(options.plugins),
          registry,
          endSessions,
          state,
          isStateShared,
          countsTries,
        };
    const findLack = async () =>
      (await storage?.findProblem(checked)) ??
      options.host?.check(
        options.plugins,
        runtimeOf({ store, state, isStateShared, endSessions }),
        checked,
      );
    return { found, findLack, parts };
  };
  const ready = untilReady(async () => {
    const { found, findLack, parts } = await find();
    const problem =
      found.problem ?? (await findLack()) ?? (await findWeakness(config, options, found));
    if (!problem && keepsSessions(parts, options)) {
      const { sessionsKept } = await import("./check.js");
      options.warnOnce("sessions-kept", () => sessionsKept);
    }
    return problem ? { problem } : found;
  });
  const isMade = typeof config.adapter === "function";
  return { ready, storeless: isMade ? untilReady(async () => (await find()).found) : ready };
}

/** Judges what can be dangerous, in production. Plain configurations have none of it, and load nothing. */
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
  return judge({ config, origin, flows, isStateShared, plugins: ofPlugins }, warnOnce);
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

/** Whether credentials can change here while sessions that the old ones started go on. */
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

/** Tells a warning once, also where each request comes with a configuration object of its own. */
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

/** The mark of a way around a limit that other libraries have: see `removeOwnSession` in check.ts. */
function makesSessionsTwice(config: AuthConfig, flows: readonly Flow[]): boolean {
  if (!config.jwt?.encode && !config.jwt?.decode) return false;
  return strategyOf(config) === "database" && flows.some(({ type }) => type === "credentials");
}

/** Which state it is is found out when it is first needed: reading sessions needs none. */
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

async function loadParts(config: AuthConfig, options: PartsOptions) {
  const { redirectProxyUrl, redirectProxyOrigins } = config;
  const { flows, problems } = await bindFlows(config.providers, {
    redirectProxyUrl,
    redirectProxyOrigins,
    defaultFlows: options.defaultFlows,
  });
  // Where something is left, one provider that is no good does not take the others down.
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
  const { isRefused, refuseUnproven } = unprovenParts(config, options, { store, state });
  const sessions = await loadSessions(config, options, {
    ...{ store, state, isRefused },
    flows: byId(flows),
  });
  const problem = flows.length > 0 ? undefined : problems[0];
  return { flows, problem, leftOut, storage, sessions, refuseUnproven, ...stated };
}

/** Rows of sessions are removed when an address is proven; cookies are refused by a mark in shared state. */
function unprovenParts(
  config: AuthConfig,
  { keys }: PartsOptions,
  { store, state }: Pick<Parts, "store" | "state">,
) {
  if (!store || strategyOf(config) === "database") return {};
  const deps = { keys, state: state.strict };
  const load = once(() => import("../sessions/unproven.js"));
  return {
    isRefused: async (name: string, now: number) => (await load()).isRefused(deps, name, now),
    refuseUnproven: async (user: AdapterUser) =>
      (await load()).refuseUnproven(deps, user, lifetimesOf(config).maxAge),
  };
}

async function findLanguageProblem(config: AuthConfig): Promise<AuthError | undefined> {
  if (config.locale === undefined && config.languages === undefined) return undefined;
  return (await import("../languages/check.js")).languageProblem(config);
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
  const { createStore, findAdapterProblem } = await import("./adapter.js");
  const { tables, store: wraps } = options.plugins;
  const own = flows.flatMap((flow) => flow.tables ?? []);
  const keeper = options.host ?? flows.find(({ keeperOf }) => keeperOf);
  const keepRecords =
    tables || own.length > 0 ? await keeper?.keeperOf?.(own.concat(tables ?? [])) : null;
  let store = createStore(adapter, { ...options, keepRecords });
  for (const { call } of wraps ?? []) store = await call(store);
  return { store, findProblem: (config: CheckedConfig) => findAdapterProblem(store, config) };
}

/** The keys of the sessions, which may have secrets of their own. */
function sessionKeys({ jwtSecrets, keys }: PartsOptions): KeyRing {
  return jwtSecrets.length > 0 ? keyRingOf(jwtSecrets) : keys;
}

function byId(flows: readonly Flow[]): ReadonlyMap<string, Flow> {
  return new Map(flows.map((flow) => [flow.id, flow]));
}

interface SessionParts {
  readonly store: Store | null;
  readonly state: State;
  readonly flows: ReadonlyMap<string, Flow>;
  readonly isRefused: SessionDeps["isRefused"];
}

async function loadSessions(
  config: AuthConfig,
  options: PartsOptions,
  { store, state, flows, isRefused }: SessionParts,
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
    isRefused,
    hashed: session?.hashed === true,
    maxCookieSize: Math.min(session?.maxCookieSize ?? defaultCookieSize, longestChunked),
    generateSessionToken: refusingWeakTokens(
      () => session?.generateSessionToken?.() ?? randomId(),
      options,
    ),
    jwt: { ...jwt, maxAge, secret: secretFor(config, options) },
    keys: sessionKeys(options),
  };
  let sessions = await createSessions(deps);
  const signing = jwtSecrets.length > 0 ? jwtSecrets : secrets;
  const kept = { store, state, records: recordsIn(store) };
  const runtime = withParts(kept, { keys: options.keys, flows });
  const takesTwoFactors = twoFactorCheck(options.plugins, runtime);
  for (const { call } of options.plugins.wrapSessions ?? []) {
    sessions = await call(sessions, { ...deps, secrets: signing, takesTwoFactors });
  }
  return sessions;
}

/** What `encode` and `decode` of the application get: one text or a list, as it was configured. */
function secretFor(
  { jwt, secret }: AuthConfig,
  { secrets: [made = ""], plugins }: PartsOptions,
): string | readonly string[] {
  const configured = jwt?.secret?.length ? jwt.secret : secret?.length ? secret : made;
  const older = olderSecrets(plugins, Date.now());
  return older.length > 0 ? [configured, older].flat() : configured;
}

/** As `untilDone`, at once from then on. A failure is a problem too, but none to keep: it may be an outage. */
function untilReady(work: () => Promise<Ready>): () => Awaitable<Ready> {
  let found: Ready | undefined;
  const find = untilDone(async () => (found = await work()));
  const failed = (error: unknown): Ready => ({
    problem: error instanceof AuthError ? error : new AuthError(asError(error)),
  });
  return () => found ?? find().catch(failed);
}
