import type {
  EndedSessions,
  SessionRecord,
  SessionRegistry,
  SparedSession,
} from "../../types/session-hooks.js";
import { InvalidConfiguration } from "../errors/errors.js";
import { filledBy, pluginLine } from "../values/plugin-line.js";
import type { CurrentSession } from "./index.js";

/** What stores the sessions of users. */
export interface DevicesContext {
  /** Null without a plugin that does. */
  readonly registry: SessionRegistry | null;
  readonly endSessions: (userId: string, which?: EndedSessions) => Promise<boolean>;
}

/** A user's sessions, most recently seen first. */
export async function listSessions(
  { registry }: DevicesContext,
  userId: string,
): Promise<readonly SessionRecord[]> {
  if (!registry) throw lacking("Listing sessions");
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

/** `except` must be one of this user's sessions. */
export function ownSession(
  current: CurrentSession | null,
  userId: string,
): SparedSession | undefined {
  if (current?.userId !== userId) return undefined;
  const { sid, provider, facts = {}, key } = current;
  return { sid, provider, facts, key };
}

export function lacking(what: string): InvalidConfiguration {
  return new InvalidConfiguration(
    `${what} needs a session registry. Add it: ${pluginLine(filledBy.registry)}.`,
  );
}
