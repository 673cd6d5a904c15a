import type { AuditEvent } from "../../types/events.js";

/** An event as JSON. Values of plugins that JSON can't hold are written as text. */
export function toJson(event: Partial<AuditEvent>): string {
  return JSON.stringify(event, (_, value: unknown) =>
    typeof value === "bigint" ? value.toString() : value,
  );
}
