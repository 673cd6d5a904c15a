import { longestChunked } from "../cookies/chunks.js";
import type { KeyRing } from "../crypto/keys.js";
import { randomId } from "../crypto/random.js";
import { AuthError } from "../errors.js";
import { bindFlows } from "../flows/index.js";
import type { Flow } from "../flows/flow.js";
import { createSessions, type Keeper, type SessionDeps, type Sessions } from "../sessions/index.js";
import type { Mode } from "../mode.js";
import { chooseState } from "../state/choose.js";
import { processState } from "../state/process.js";
import { keyRingOf, ofSecrets } from "../state/secrets.js";
import { createState, type State } from "../state/state.js";
import { refusingWeakTokens } from "../sessions/session-token.js";
import { asError } from "../thrown.js";
import { untilDone } from "../until-done.js";
import type { Awaitable } from "../types/common.js";
import type { AuthConfig } from "../types/config.js";
import type { Callbacks, Events } from "../types/hooks.js";
import type { LoggerInstance, WarningCode } from "../types/logger.js";
import type { MovedOptions } from "../types/moved.js";
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
  /** Ends and lists sessions; null when nothing asks for it. */
  readonly keeper: Keeper | null;
  /** Whether tries are counted where all processes see them, or nobody attacks yet. */
  readonly countsTries: () => Promise<boolean>;
  /** What is wrong with providers that are therefore not offered. */
  readonly leftOut: readonly AuthError[];
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
  readonly trusted: boolean;
  readonly secrets: readonly string[];
  readonly jwtSecrets: readonly string[];
  readonly keys: KeyRing;
  readonly callbacks: Callbacks;
  readonly events: Events;
  readonly cookies: CheckedConfig["cookies"];
  /** What is known to be wrong already. */
  readonly problem?: AuthError | undefined;
}

/** Loads the parts of a configuration when they are first asked for, and checks the whole. */
export function createParts(config: AuthConfig, options: PartsOptions): () => Awaitable<Ready> {
  const load = untilDone(() => loadParts(config, options));
  return untilReady(async () => {
    const parts = await load();
    const { storage, sessions, flows, keeper, state, countsTries } = parts;
    const checked = {
      ...options,
      strategy: strategyOf(config),
      hasAdapter: storage !== null,
      experimental: config.experimental,
      linking: config.account?.linking,
      secondStep: config.secondStep !== undefined,
      flows,
    };
    const problem =
      options.problem ??
      (isSound(config, checked)
        ? parts.problem
        : (await import("./check.js")).findAnyProblem(config, checked, parts.problem)) ??
      (await findMovedProblem(config)) ??
      (await findLanguageProblem(config));
    const lacking = problem ?? (await storage?.findProblem(checked));
    if (lacking) return { problem: lacking };
    return {
      store: storage?.store ?? null,
      sessions,
      flows: new Map(flows.map((flow) => [flow.id, flow])),
      leftOut: parts.leftOut,
      olderKeys: parts.olderKeys,
      keeper,
      state,
      countsTries,
    };
  });
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
  const seenByAll = async () => (await choose()).seenByAll;
  const countsTries = async () => !production || typeof rateLimit === "function" || seenByAll();
  return { state, countsTries, seenByAll };
}

async function loadParts(config: AuthConfig, options: PartsOptions) {
  const { redirectProxyUrl, redirectProxyOrigins } = config;
  const { flows, problems } = await bindFlows(config.providers, {
    redirectProxyUrl,
    redirectProxyOrigins,
  });
  // Where something is left, one provider that is no good does not take the others down.
  const leftOut = flows.length > 0 ? problems : [];
  for (const one of leftOut) tellOnce(options, one);
  const warn = warnOnce(options);
  for (const { warning } of flows) if (warning) warn(warning.code, warning.message);
  if (makesSessionsTwice(config, flows)) {
    warn("session-made-twice", (await import("./check.js")).removeOwnSession);
  }
  const storage = await loadStorage(config, options);
  const store = storage?.store ?? null;
  const { state, countsTries, seenByAll } = stateParts(config, options, store);
  const kept = await loadKeeper(config, options, { state, seenByAll, store });
  const { keeper = null } = kept;
  const sessions = await loadSessions(config, options, { store, keeper });
  const olderKeys = await loadOlderKeys(config);
  const problem = (flows.length > 0 ? undefined : problems[0]) ?? kept.problem;
  return { flows, problem, leftOut, storage, sessions, keeper, state, countsTries, olderKeys };
}

async function findMovedProblem({ moved }: AuthConfig): Promise<AuthError | undefined> {
  return moved && (await import("../sessions/moved/index.js")).movedProblem(moved);
}

async function findLanguageProblem(config: AuthConfig): Promise<AuthError | undefined> {
  if (config.locale === undefined) return undefined;
  return (await import("../languages/speak.js")).languageProblem(config);
}

async function loadOlderKeys({ moved }: AuthConfig) {
  if (!isRead(moved)) return undefined;
  return (await import("../sessions/moved/index.js")).olderKeysOf(moved);
}

/** Whether anything from before a move is read still: after its day nobody pays for `moved` being there. */
function isRead(moved: MovedOptions | undefined): moved is MovedOptions {
  return moved !== undefined && !(new Date(moved.until).getTime() <= Date.now());
}

async function loadStorage({ adapter, account, telemetry }: AuthConfig, options: PartsOptions) {
  if (!adapter) return null;
  const { createStore, findAdapterProblem } = await import("./adapter.js");
  const plain = createStore(adapter, { ...options, telemetry });
  const store = account?.encryptTokens
    ? (await import("../tokens/sealed-store.js")).sealedStore(plain, options)
    : plain;
  return { store, findProblem: (config: CheckedConfig) => findAdapterProblem(store, config) };
}

/** The keys of the sessions, which may have secrets of their own. */
function sessionKeys({ jwtSecrets, keys }: PartsOptions): KeyRing {
  return jwtSecrets.length > 0 ? keyRingOf(jwtSecrets) : keys;
}

interface KeeperParts {
  readonly state: State;
  readonly seenByAll: () => Promise<boolean>;
  readonly store: Store | null;
}

async function loadKeeper(
  config: AuthConfig,
  options: PartsOptions,
  parts: KeeperParts,
): Promise<{ keeper?: Keeper; problem?: AuthError }> {
  const { revocable, listed, absoluteMaxAge } = config.session ?? {};
  if (!revocable && !listed && absoluteMaxAge === undefined) return {};
  const { prepareKeeper } = await import("./keeping.js");
  const { maxAge } = lifetimesOf(config);
  const strategy = strategyOf(config);
  return prepareKeeper(config.session, {
    ...parts,
    ...options,
    keys: sessionKeys(options),
    maxAge,
    strategy,
  });
}

interface SessionParts {
  readonly store: Store | null;
  readonly keeper: Keeper | null;
}

async function loadSessions(
  config: AuthConfig,
  options: PartsOptions,
  { store, keeper }: SessionParts,
): Promise<Sessions> {
  const { session, jwt, moved } = config;
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
    absoluteMaxAge: session?.absoluteMaxAge,
    keeper,
    hashed: session?.hashed === true,
    maxCookieSize: Math.min(session?.maxCookieSize ?? defaultCookieSize, longestChunked),
    generateSessionToken: refusingWeakTokens(
      () => session?.generateSessionToken?.() ?? randomId(),
      options,
    ),
    jwt: { ...jwt, maxAge, secret: secretFor(config, secrets) },
    keys: sessionKeys(options),
  };
  const sessions = await createSessions(deps);
  if (!isRead(moved)) return sessions;
  const { movedSessions } = await import("../sessions/moved/index.js");
  const signing = jwtSecrets.length > 0 ? jwtSecrets : secrets;
  return movedSessions(sessions, { ...deps, moved, secrets: signing });
}

/** What `encode` and `decode` of the application get: one text or a list, as it was configured. */
function secretFor(
  { jwt, secret, moved }: AuthConfig,
  made: readonly string[],
): string | readonly string[] {
  const configured = jwt?.secret?.length ? jwt.secret : secret?.length ? secret : (made[0] ?? "");
  // What was made before the move is opened by the application itself, where it does that.
  if (!isRead(moved) || !moved.secret?.length) return configured;
  return [configured, moved.secret].flat();
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
