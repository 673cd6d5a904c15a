import type { AuditSink, AuditTold } from "../types/audit.js";
import type { LoggerInstance } from "../types/logger.js";

/** What a configuration says about its audit trail. */
export interface AuditSettings {
  readonly audit?: AuditSink | undefined;
  readonly logger: LoggerInstance;
  readonly timeout: number;
}

/** Tells of what the server does by itself, in no request to the routes of the library. */
export async function tellOutside(
  { audit, logger, timeout }: AuditSettings,
  told: AuditTold,
): Promise<void> {
  if (!audit) return;
  const { createTeller } = await import("./trail.js");
  const nobody = { headers: new Headers(), clientIp: () => undefined, providerId: undefined };
  await createTeller(audit, { ...nobody, logger, timeout })(told);
}
