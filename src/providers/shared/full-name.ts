/** Joins the known parts of a name with spaces; null if there are none. */
export function fullName(...parts: (string | null | undefined)[]): string | null {
  return parts.filter(Boolean).join(" ") || null;
}
