import { createKeyRing, type KeyRing } from "../crypto/keys.js";
import { randomId } from "../crypto/random.js";
import { AuthError, InvalidProvider } from "../errors.js";
import { bindFlows } from "../flows/index.js";
import type { Flow } from "../flows/flow.js";
import { createSessions, type Sessions } from "../sessions/index.js";
import { refusingWeakTokens } from "../sessions/session-token.js";
import { asError } from "../thrown.js";
import { untilDone } from "../until-done.js";
import type { Awaitable } from "../types/common.js";
import type { AuthConfig } from "../types/config.js";
import type { Callbacks, Events } from "../types/hooks.js";
import type { LoggerInstance } from "../types/logger.js";
import type { Store } from "../types/store.js";
import { findProblem, type CheckedConfig } from "./check.js";

const defaultMaxAge = 30 * 24 * 60 * 60;
const defaultUpdateAge = 24 * 60 * 60;

/** What of the library a configuration puts to use. The rest is never loaded. */
export interface Parts {
  readonly store: Store | null;
  readonly sessions: Sessions;
  readonly flows: ReadonlyMap<string, Flow>;
}

/** A configuration that can be used, or what is wrong with it. */
export type Ready =
  | (Parts & { readonly problem?: never })
  | ({ readonly problem: AuthError } & { readonly [Name in keyof Parts]?: never });

export interface PartsOptions {
  readonly logger: LoggerInstance;
  readonly timeout: number;
  readonly production: boolean;
  readonly trusted: boolean;
  readonly secrets: readonly string[];
  readonly keys: KeyRing;
  readonly callbacks: Callbacks;
  readonly events: Events;
  /** What is known to be wrong already. */
  readonly problem?: AuthError | undefined;
}

/** Loads the parts of a configuration when they are first asked for, and checks the whole. */
export function createParts(config: AuthConfig, options: PartsOptions): () => Awaitable<Ready> {
  const load = untilDone(() => loadParts(config, options));
  return untilReady(async () => {
    const parts = await load();
    const { storage, sessions, flows } = parts;
    const checked = {
      ...options,
      strategy: strategyOf(config),
      hasAdapter: storage !== null,
      experimental: config.experimental,
      flows,
    };
    const problem = options.problem ?? parts.problem ?? findProblem(checked);
    const lacking = problem ?? (await storage?.findProblem(checked));
    if (lacking) return { problem: lacking };
    const store = storage?.store ?? null;
    return { store, sessions, flows: new Map(flows.map((flow) => [flow.id, flow])) };
  });
}

async function loadParts(config: AuthConfig, options: PartsOptions) {
  const { flows, problem } = await bindAll(config);
  const storage = await loadStorage(config, options);
  const sessions = await loadSessions(config, options, storage?.store ?? null);
  return { flows, problem, storage, sessions };
}

async function bindAll(config: AuthConfig): Promise<{ flows: Flow[]; problem?: AuthError }> {
  const { providers, redirectProxyUrl } = config;
  try {
    return { flows: await bindFlows(providers, { redirectProxyUrl }) };
  } catch (error) {
    const problem = error instanceof AuthError ? error : new InvalidProvider(asError(error));
    return { flows: [], problem };
  }
}

async function loadStorage({ adapter }: AuthConfig, options: PartsOptions) {
  if (!adapter) return null;
  const { createStore, findAdapterProblem } = await import("./adapter.js");
  const store = createStore(adapter, options);
  return { store, findProblem: (config: CheckedConfig) => findAdapterProblem(store, config) };
}

function strategyOf({ session, adapter }: AuthConfig): string {
  return session?.strategy ?? (adapter ? "database" : "jwt");
}

function loadSessions(
  config: AuthConfig,
  options: PartsOptions,
  store: Store | null,
): Promise<Sessions> {
  const { session, jwt } = config;
  const { callbacks, events, logger, production, secrets, keys } = options;
  const maxAge = session?.maxAge ?? defaultMaxAge;
  return createSessions({
    callbacks,
    events,
    logger,
    store,
    maxAge,
    strategy: strategyOf(config) === "database" ? "database" : "jwt",
    updateAge: session?.updateAge ?? defaultUpdateAge,
    generateSessionToken: refusingWeakTokens(
      () => session?.generateSessionToken?.() ?? randomId(),
      production,
    ),
    jwt: { maxAge, secret: secrets, ...jwt },
    keys: jwt?.secret?.length ? createKeyRing([jwt.secret].flat()) : keys,
  });
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
