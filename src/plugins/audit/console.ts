import type { AuditSink } from "../../types/events.js";
import { toJson } from "./json.js";

export interface ConsoleAuditOptions {
  /** Leaves out personal data: email address, IP address, user agent. @default false */
  hidePersonal?: boolean | undefined;
}

/**
 * Writes each event to standard output as one line of JSON, for a log collector.
 *
 * ```ts
 * const config: AuthConfig = { providers, plugins: [audit(consoleAudit({ hidePersonal: true }))] };
 * ```
 */
export function consoleAudit({ hidePersonal = false }: ConsoleAuditOptions = {}): AuditSink {
  return (event) => {
    // oxlint-disable-next-line no-console -- it is what this sink is for
    console.log(toJson(hidePersonal ? { ...event, personal: {} } : event));
  };
}
