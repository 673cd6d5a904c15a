const units = [
  [24 * 60, "day"],
  [60, "hour"],
  [1, "minute"],
] as const;

/**
 * A duration in the largest unit that divides it, in the plural of the language: 90 minutes, 1 day.
 */
export function durationIn(language: string, minutes: number): string {
  const [size, unit] = units.find(([size]) => minutes >= size && minutes % size === 0) ?? units[2];
  const count = Math.max(1, Math.round(minutes / size));
  const format = new Intl.NumberFormat(language, { style: "unit", unit, unitDisplay: "long" });
  return format.format(count);
}
