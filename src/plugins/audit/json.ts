import type { AuditEvent } from "../../types/events.js";

/** An event as JSON. A plugin may put anything into its events: what JSON can't hold is told as a text. */
export function toJson(event: Partial<AuditEvent>): string {
  return JSON.stringify(event, (_, value: unknown) =>
    typeof value === "bigint" ? value.toString() : value,
  );
}
