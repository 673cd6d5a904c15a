import type { Keeper, Sessions } from "../sessions/index.js";
import type { AuditTold } from "../types/audit.js";
import type { LoggerInstance } from "../types/logger.js";

export interface NewPasswordContext {
  readonly sessions: Sessions;
  readonly keeper?: Keeper | null;
  readonly logger: LoggerInstance;
  readonly audit?: ((event: AuditTold) => Promise<void>) | undefined;
}

/** Somebody has another password: whoever knew the one before may be signed in, and is so no longer. */
export async function endOthers(
  { sessions, keeper, logger, audit }: NewPasswordContext,
  userId: string,
): Promise<void> {
  // Rows were removed together with the change.
  await keeper?.endAll(userId);
  if (!keeper?.revocable && !sessions.ofStoredUsers) logger.warn("sessions-kept", kept);
  await audit?.({ type: "password.changed", userId });
  const areEnded = keeper?.revocable === true || sessions.ofStoredUsers;
  if (areEnded) await audit?.({ type: "session.ended", all: true, userId });
}

const kept =
  'Somebody has a new password, and other sessions of theirs go on, since sessions are cookies that nobody can end. Set `session: { revocable: {} }`, or use the strategy "database".';
