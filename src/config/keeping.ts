import { InvalidConfiguration, MissingAdapterMethods, type AuthError } from "../errors.js";
import { inProduction, type Mode } from "../mode.js";
import { createKeeper, type Keeper, type KeeperDeps } from "../sessions/keeper.js";
import type { SessionOptions } from "../types/config.js";
import type { LoggerInstance, WarningCode } from "../types/logger.js";
import type { Store } from "../types/store.js";

export interface KeepingDeps extends Omit<KeeperDeps, "within" | "listed">, Mode {
  readonly strategy: string;
  readonly store: Store | null;
  readonly logger: LoggerInstance;
  readonly warnOnce: (code: WarningCode, message: () => string) => void;
  readonly seenByAll: () => Promise<boolean>;
}

/** Seconds for which a look at the marks counts, where that is a question to another machine. */
const usualWithin = 30;

/** What ends and lists sessions, or why it can not. Only where the configuration asks for it. */
export async function prepareKeeper(
  session: SessionOptions | undefined,
  deps: KeepingDeps,
): Promise<{ keeper: Keeper; problem?: AuthError }> {
  const { revocable = false, listed = false } = session ?? {};
  const needsState = revocable !== false || listed;
  const isShared = needsState && (await deps.seenByAll());
  const asked = typeof revocable === "object" ? revocable.within : undefined;
  const within = revocable === false ? null : (asked ?? (isShared ? usualWithin : 0));
  const keeper = createKeeper({ ...deps, within, listed });
  const problem =
    (needsState && !isShared ? stateProblem(deps) : undefined) ??
    (listed && within === null ? await endProblem(deps) : undefined);
  return problem ? { keeper, problem } : { keeper };
}

const missing =
  "`session.revocable` and `session.listed` need a place that outlasts this process and that all processes see. Give `sharedState` (`latchkey/state/sql` or `latchkey/state/redis`), use an adapter that brings one and run `npx latchkey migrate`, or, for one process alone, give `memoryState()`: then who was ended is signed in again after a restart";

function stateProblem({ warnOnce, ...mode }: KeepingDeps): AuthError | undefined {
  if (mode.production) return new InvalidConfiguration(inProduction(mode, `${missing}.`));
  warnOnce("shared-state-missing", () => `${missing}. In production that is an error.`);
  return undefined;
}

/** Rows of sessions are ended by removing them, unless marks are asked at every read. */
async function endProblem({ strategy, store }: KeepingDeps): Promise<AuthError | undefined> {
  if (strategy !== "database" || !store) return undefined;
  const lacking = await store.missing(["deleteSessionsByUserId"]);
  if (lacking.length === 0) return undefined;
  return new MissingAdapterMethods(
    "The adapter lacks a method that this configuration needs to end all sessions of a user: deleteSessionsByUserId. Use an adapter that has it, or set `session.revocable`.",
  );
}
