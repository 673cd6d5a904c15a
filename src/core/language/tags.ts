/** Languages written from right to left. */
const RIGHT_TO_LEFT: ReadonlySet<string> = new Set("ar dv fa he ps sd ug ur yi".split(" "));

const TRADITIONAL = /^zh-(?:hant|tw|hk|mo)\b/;

export const normalizeTag = (tag: string): string => tag.trim().replaceAll("_", "-").toLowerCase();

/**
 * A tag and its more general forms: `de-ch-1901`, `de-ch`, `de` (RFC 4647, section 3.4). Chinese is written
 * in simplified or traditional characters, whatever else its tag says.
 */
export function widening(tag: string): readonly string[] {
  const parts = normalizeTag(tag).split("-").slice(0, 8);
  const tags = parts.map((_, index) => parts.slice(0, parts.length - index).join("-"));
  if (parts[0] !== "zh") return tags;
  const narrow = tags.slice(0, -1);
  return [
    ...new Set([...narrow, ...(TRADITIONAL.test(tags[0] ?? "") ? ["zh-hant"] : ["zh-hans", "zh"])]),
  ];
}

/** The available language that is closest to a tag. */
export function nearest(tag: string, available: readonly string[]): string | undefined {
  const byTag = new Map(available.map((known) => [normalizeTag(known), known]));
  return widening(tag).flatMap((wider) => byTag.get(wider) ?? [])[0];
}

export function directionOf(tag: string): "ltr" | "rtl" {
  return RIGHT_TO_LEFT.has(normalizeTag(tag).split("-")[0] ?? "") ? "rtl" : "ltr";
}
