import type { AuditSink } from "../../types/events.js";
import { toJson } from "./json.js";

export interface ConsoleAuditOptions {
  /** Leave out what is personal: address, IP address, user agent. @default false */
  hidePersonal?: boolean | undefined;
}

/**
 * Writes each event as one line of JSON to the standard output, for whatever collects it.
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
