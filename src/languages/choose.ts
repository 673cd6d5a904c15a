import { askInTime } from "../deadline.js";
import { isRecord } from "../json.js";
import { asError } from "../thrown.js";
import type { Language, LocaleOption, RequestLanguage } from "../types/language.js";
import type { LoggerInstance } from "../types/logger.js";
import { isLanguage } from "./is-language.js";
import { negotiate } from "./negotiate.js";
import { isLike, replaceTexts } from "./replace.js";
import { directionOf, nearest, normalizeTag, widening } from "./tags.js";

/** The options of an application that are about languages. */
export interface LanguageOptions {
  readonly languages?: readonly Language[] | undefined;
  readonly locale?: LocaleOption | undefined;
}

export interface ChooserDeps {
  readonly logger: LoggerInstance;
  readonly timeout: number;
}

/** Finds the language for a request. */
export type LanguageChooser = (
  headers: Headers,
  toRequest: () => Request,
) => Promise<RequestLanguage>;

export function createChooser(options: LanguageOptions, deps: ChooserDeps): LanguageChooser {
  // The page that tells of a wrong configuration is in a language, too.
  const languages = [options.languages].flat().filter(isLanguage);
  const tags = availableIn(languages);
  return async (headers, toRequest) => {
    const locale = await localeOf(options, toRequest, deps);
    const tag =
      locale === undefined
        ? negotiate(headers.get("accept-language"), tags)
        : nearest(locale, tags);
    const byHeader = locale === undefined && tags.length > 1;
    return { ...speak(tag ?? "en", languages), byHeader };
  };
}

/** The tags of the languages there are. */
export function availableIn(languages: readonly Language[]): readonly string[] {
  return [...new Set(["en", ...languages.map(({ tag }) => tag)])];
}

/** The tag that the application wants for a request; undefined to go by the browser. */
async function localeOf(
  { locale }: LanguageOptions,
  toRequest: () => Request,
  { logger, timeout }: ChooserDeps,
): Promise<string | undefined> {
  if (typeof locale !== "function") return locale;
  try {
    const answer: unknown = await askInTime("locale", () => locale(toRequest()), timeout);
    return typeof answer === "string" && answer !== "" ? answer : undefined;
  } catch (error) {
    logger.warn("locale-failed", asError(error));
    return undefined;
  }
}

/** English, then the language, the widest tag first; of several values with one tag, the last decides. */
function speak(tag: string, languages: readonly Language[]): Omit<RequestLanguage, "byHeader"> {
  const named = languages.map((language) => ({ language, name: normalizeTag(language.tag) }));
  const layersOf = (names: readonly string[]): readonly Language[] =>
    names.flatMap((wanted) =>
      named.flatMap(({ language, name }) => (name === wanted ? [language] : [])),
    );
  const names = widening(tag).toReversed();
  const layers = layersOf([...new Set(["en", ...names])]);
  return {
    lang: tag,
    dir: layersOf(names).findLast(({ dir }) => dir)?.dir ?? directionOf(tag),
    texts: (part, english) =>
      layers.reduce((texts, layer) => over(texts, partOf(layer, part)), english),
  };
}

function partOf(language: Language, part: string): unknown {
  return isRecord(language) && Object.hasOwn(language, part) ? language[part] : undefined;
}

function over<Texts>(texts: Texts, others: unknown): Texts {
  const replaced = replaceTexts(texts, others);
  return isLike(replaced, texts) ? replaced : texts;
}
