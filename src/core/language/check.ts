import { InvalidConfiguration, type AuthError } from "../errors/errors.js";
import { availableIn, type LanguageOptions } from "./choose.js";
import { isLanguage } from "./is-language.js";
import { nearest } from "./tags.js";

/** The languages in the library: their tags, and what they're imported as. */
export const shipped: Readonly<Record<string, string>> = {
  ar: "arabic",
  de: "german",
  es: "spanish",
  fr: "french",
  ja: "japanese",
  pt: "portuguese",
  "zh-Hans": "chinese",
};

/** The first mistake in the options about languages. */
export function languageProblem({ languages, locale }: LanguageOptions): AuthError | undefined {
  if (languages !== undefined && !Array.isArray(languages)) {
    return new InvalidConfiguration(`\`languages\` must be a list of languages. ${lineFor("de")}`);
  }
  const given: readonly unknown[] = languages ?? [];
  const wrong = given.findIndex((language) => !isLanguage(language));
  if (wrong !== -1) {
    return new InvalidConfiguration(
      `\`languages[${wrong}]\` is ${described(given[wrong])}, not a language. ${lineFor(given[wrong])}`,
    );
  }
  return localeProblem(locale, availableIn(given.filter(isLanguage)));
}

function localeProblem(locale: unknown, tags: readonly string[]): AuthError | undefined {
  if (locale === undefined || typeof locale === "function") return undefined;
  if (typeof locale === "string" && nearest(locale, tags)) return undefined;
  const cure =
    locale === "auto" ? "Remove it: the browser decides between `languages`." : lineFor(locale);
  return new InvalidConfiguration(
    `\`locale\` is ${described(locale)}, but the configured languages are ${tags.join(", ")}. ${cure}`,
  );
}

/** The line to write for the language that was meant. */
function lineFor(meant: unknown): string {
  const tag = typeof meant === "string" ? nearest(meant, Object.keys(shipped)) : undefined;
  const name = tag === undefined ? undefined : shipped[tag];
  return name === undefined
    ? `\`latchkey/languages\` has ${Object.values(shipped).sort().join(", ")}. Write another language as a value: \`languages: [{ tag: "it", pages: { signIn: { title: "Accedi" } } }]\`.`
    : `Write \`import { ${name} } from "latchkey/languages"\` and \`languages: [${name}]\`.`;
}

function described(value: unknown): string {
  if (typeof value === "string") return JSON.stringify(value.slice(0, 40));
  if (typeof value !== "object" || value === null) return String(value).slice(0, 40);
  return "tag" in value ? "an object without a BCP 47 `tag`" : "an object without a `tag`";
}
