/** The parts of a name that are known, with a space between; null when none is. */
export function fullName(...parts: (string | null | undefined)[]): string | null {
  return parts.filter(Boolean).join(" ") || null;
}
