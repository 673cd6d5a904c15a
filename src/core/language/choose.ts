import type { Language, LocaleOption, RequestLanguage } from "../../types/language.js";
import type { LoggerInstance } from "../../types/logger.js";
import { askInTime } from "../async/deadline.js";
import { asError } from "../errors/as-error.js";
import { isRecord } from "../values/json.js";
import { isLanguage } from "./is-language.js";
import { directionOf, nearest, normalizeTag, widening } from "./tags.js";

/** Browsers send a handful. Longer lists are cut off. */
const MOST = 20;
const LONGEST = 1000;

const WEIGHT = /^q=(0(?:\.\d{0,3})?|1(?:\.0{0,3})?)$/i;

interface Wish {
  readonly tag: string;
  readonly weight: number;
}

function readWish(entry: string): readonly Wish[] {
  const [tag = "", ...parameters] = entry.split(";").map((part) => part.trim());
  const given = parameters.find((parameter) => /^q=/i.test(parameter));
  const weight = given === undefined ? 1 : Number(WEIGHT.exec(given)?.[1] ?? 0);
  return tag === "" || weight === 0 ? [] : [{ tag, weight }];
}

/** The languages in an `Accept-Language` header, the most preferred first (RFC 9110, section 12.5.4). */
function wishesIn(header: string): readonly string[] {
  const wishes = header.slice(0, LONGEST).split(",").slice(0, MOST).flatMap(readWish);
  return wishes.sort((a, b) => b.weight - a.weight).map(({ tag }) => tag);
}

/** The language for a browser; undefined if none of its preferred ones is available. */
export function negotiate(header: string | null, available: readonly string[]): string | undefined {
  return wishesIn(header ?? "").flatMap((tag) => nearest(tag, available) ?? [])[0];
}

/** The app's options about languages. */
export interface LanguageOptions {
  readonly languages?: readonly Language[] | undefined;
  readonly locale?: LocaleOption | undefined;
}

export interface ChooserDeps {
  readonly logger: LoggerInstance;
  readonly timeout: number;
}

/** Chooses the language of a request. */
export type LanguageChooser = (
  headers: Headers,
  toRequest: () => Request,
) => Promise<RequestLanguage>;

export function createChooser(options: LanguageOptions, deps: ChooserDeps): LanguageChooser {
  // Pages about an invalid configuration are translated, too.
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

/** The tags of the available languages. */
export function availableIn(languages: readonly Language[]): readonly string[] {
  return [...new Set(["en", ...languages.map(({ tag }) => tag)])];
}

/** The tag the app chooses for a request; undefined to use the browser's preference. */
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

/** Merges English with the language, the broadest tag first. If several have the same tag, the last one wins. */
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

/**
 * Overrides texts with others. Texts of the wrong type are ignored, since not every configuration is
 * type-checked; maps such as those of errors may get new keys.
 */
export function replaceTexts(texts: unknown, others: unknown): unknown {
  if (isRecord(texts) && isRecord(others)) {
    const added = Object.entries(others).map(([name, other]): [string, unknown] => [
      name,
      Object.hasOwn(texts, name) ? replaceTexts(texts[name], other) : other,
    ]);
    return { ...texts, ...Object.fromEntries(added) };
  }
  return typeof others === typeof texts && !isRecord(texts) ? others : texts;
}

/** Whether a value has everything a model has, each of the same type. */
function isLike<Model>(value: unknown, model: Model): value is Model {
  if (!isRecord(model)) return typeof value === typeof model;
  return (
    isRecord(value) && Object.entries(model).every(([name, part]) => isLike(value[name], part))
  );
}
