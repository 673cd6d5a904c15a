import type { RequestLanguage } from "../../types/language.js";
import type { LanguageOptions } from "./choose.js";
import { inEnglish } from "./in-english.js";

/** The languages of a configuration, for texts that aren't for whoever sends the request. */
export interface Languages {
  /** What there is to choose from: only one tag if the application chose the language. */
  readonly tags: readonly string[];
  /** By default, the language that the application chose, or English. */
  readonly speak: (tag?: string) => Promise<RequestLanguage>;
}

export function languagesOf({ languages, locale }: LanguageOptions): Languages {
  const fixed = typeof locale === "string" ? locale : undefined;
  if (languages === undefined) return { tags: ["en"], speak: () => Promise.resolve(inEnglish) };
  return {
    get tags() {
      return fixed === undefined ? tagsOf(languages) : [fixed];
    },
    speak: async (tag) =>
      (await import("./choose.js")).languageOf(fixed ?? tag ?? "en", [languages].flat()),
  };
}

/** A configuration in JavaScript may have anything there. It's checked elsewhere. */
function tagsOf(languages: NonNullable<LanguageOptions["languages"]>): readonly string[] {
  const given: readonly unknown[] = [languages].flat();
  const tags = given.flatMap((one) =>
    typeof one === "object" && one !== null && "tag" in one && typeof one.tag === "string"
      ? [one.tag]
      : [],
  );
  return [...new Set(["en", ...tags])];
}
