import type { LanguageOptions } from "../../core/language/choose.js";
import { isLanguage } from "../../core/language/is-language.js";
import type { RequestLanguage } from "../../types/language.js";
import type { Mailing } from "./permit.js";

const choosers = () => import("../../core/language/choose.js");

/** What there is to choose from: only one tag if the application chose the language. */
export async function tagsOf({ languages, locale }: LanguageOptions): Promise<readonly string[]> {
  if (typeof locale === "string") return [locale];
  const { availableIn } = await choosers();
  return availableIn([languages].flat().filter(isLanguage));
}

/**
 * The language of a text to someone who doesn't send the request. By default, it's the one that the
 * application chose, or English.
 */
export async function languageOf(
  { languages: { languages, locale }, toRequest, logger, timeout }: Mailing,
  tag: string | undefined,
): Promise<RequestLanguage> {
  const { createChooser } = await choosers();
  const wanted = typeof locale === "string" ? locale : (tag ?? "en");
  const choose = createChooser({ languages, locale: wanted }, { logger, timeout });
  return choose(new Headers(), toRequest);
}
