import type { AuditSink } from "../types/audit.js";

/**
 * Several sinks as one. Each gets every event, whatever becomes of it in the others; the first error is
 * told once all of them are done.
 *
 * ```ts
 * const audit = everySink(consoleAudit(), webhookAudit({ url, secret }));
 * ```
 */
export function everySink(...sinks: readonly AuditSink[]): AuditSink {
  return async (event) => {
    const results = await Promise.allSettled(sinks.map(async (sink) => sink(event)));
    const failed = results.find((result) => result.status === "rejected");
    if (failed) throw failed.reason;
  };
}
