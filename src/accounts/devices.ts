import { InvalidConfiguration } from "../errors.js";
import type { CurrentSession } from "../sessions/index.js";
import type {
  EndedSessions,
  SessionRecord,
  SessionRegistry,
  SparedSession,
} from "../types/session-hooks.js";

/** What keeps the sessions of users. */
export interface DevicesContext {
  /** Null when no plugin keeps one. */
  readonly registry: SessionRegistry | null;
  readonly endSessions: (userId: string, which?: EndedSessions) => Promise<boolean>;
}

/** The sessions of a user, the one seen last first. */
export async function listSessions(
  { registry }: DevicesContext,
  userId: string,
): Promise<readonly SessionRecord[]> {
  if (!registry) throw lacking("Listing sessions");
  if (!registry.lists) {
    throw new InvalidConfiguration(
      "Sessions aren't listed. Remove `list: false` from `sessionRegistry` in the configuration.",
    );
  }
  return registry.list(userId);
}

export async function endOne(
  { registry }: DevicesContext,
  id: string,
  { userId }: { readonly userId?: string | undefined },
): Promise<boolean> {
  if (!registry) throw lacking("Ending a single session");
  return registry.end(id, userId);
}

export async function endAll(
  { endSessions }: DevicesContext,
  userId: string,
  except: SparedSession | undefined,
): Promise<void> {
  if (!(await endSessions(userId, { except }))) throw lacking("Ending sessions");
}

/** Nobody spares a session of somebody else. */
export function ownSession(
  current: CurrentSession | null,
  userId: string,
): SparedSession | undefined {
  if (current?.userId !== userId) return undefined;
  const { sid, facts = {}, key } = current;
  return { sid, facts, key };
}

export function lacking(what: string): InvalidConfiguration {
  return new InvalidConfiguration(
    `${what} needs a session registry. Add it: \`import { sessionRegistry } from "latchkey/plugins/session-registry"\` and \`plugins: [sessionRegistry(), …]\`.`,
  );
}
