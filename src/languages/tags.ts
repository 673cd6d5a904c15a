import type { BuiltInLanguage } from "../types/messages.js";

/** The languages that come with the library. */
export const builtIn: readonly BuiltInLanguage[] = ["en", "de", "fr", "es", "pt", "ja", "zh", "ar"];

/** Languages written from right to left, for those that an application adds. */
const RIGHT_TO_LEFT: ReadonlySet<string> = new Set("ar dv fa he ps sd ug ur yi".split(" "));

/** Chinese of these is not what is built in, which is in simplified characters. */
const TRADITIONAL = /^zh-(?:hant|tw|hk|mo)\b/;

const lower = (tag: string): string => tag.trim().replaceAll("_", "-").toLowerCase();

/** A tag and those that say less: `de-ch-1901`, `de-ch`, `de` (RFC 4647, section 3.4). */
export function widening(tag: string): readonly string[] {
  const parts = lower(tag).split("-").slice(0, 8);
  const tags = parts.map((_, index) => parts.slice(0, parts.length - index).join("-"));
  return TRADITIONAL.test(lower(tag)) ? tags.filter((wider) => wider !== "zh") : tags;
}

/** The language there is that comes nearest to a tag. */
export function nearest(tag: string, available: readonly string[]): string | undefined {
  const byTag = new Map(available.map((known) => [lower(known), known]));
  return widening(tag).flatMap((wider) => byTag.get(wider) ?? [])[0];
}

export function directionOf(tag: string): "ltr" | "rtl" {
  return RIGHT_TO_LEFT.has(lower(tag).split("-")[0] ?? "") ? "rtl" : "ltr";
}
