import type { AuditSink } from "../types/audit.js";

export interface ConsoleAuditOptions {
  /** Leave out what is personal: address, IP address, user agent. @default false */
  hidePersonal?: boolean | undefined;
}

/**
 * Writes each event as one line of JSON to the standard output, for whatever collects it.
 *
 * ```ts
 * const config: AuthConfig = { providers, audit: consoleAudit({ hidePersonal: true }) };
 * ```
 */
export function consoleAudit({ hidePersonal = false }: ConsoleAuditOptions = {}): AuditSink {
  return (event) => {
    // oxlint-disable-next-line no-console -- it is what this sink is for
    console.log(JSON.stringify(hidePersonal ? { ...event, personal: {} } : event));
  };
}
