const dateTimeWithZone =
  /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:Z|[+-]\d{2}:\d{2})$/;

/**
 * Returns whether a value is an ISO 8601 date-time with a zone, to the minute, the second or a
 * fraction of it. For adapters whose store keeps dates as text.
 *
 * ```ts
 * isDate("2026-01-02T03:04:05.678Z"); // true
 * isDate("2026-01-02"); // false: a day, not a moment
 * ```
 */
export function isDate(value: unknown): value is string {
  return (
    typeof value === "string" && dateTimeWithZone.test(value) && !Number.isNaN(Date.parse(value))
  );
}
