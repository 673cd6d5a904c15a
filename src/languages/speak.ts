import { askInTime } from "../deadline.js";
import { InvalidConfiguration, type AuthError } from "../errors.js";
import { asError } from "../thrown.js";
import type { LoggerInstance } from "../types/logger.js";
import type {
  CommonMessages,
  LocaleOption,
  MessagesOptions,
  RareMessages,
  Spoken,
} from "../types/messages.js";
import { english } from "./english.js";
import { load } from "./load.js";
import { negotiate } from "./negotiate.js";
import { isLike, replaceTexts } from "./replace.js";
import { builtIn, directionOf, nearest, widening } from "./tags.js";

/** What an application says about its texts. */
export interface LanguageOptions {
  readonly locale?: LocaleOption | undefined;
  readonly messages?: Readonly<Record<string, MessagesOptions>> | undefined;
}

export interface SpeakerDeps {
  readonly logger: LoggerInstance;
  readonly timeout: number;
}

/** Finds the texts for a request. */
export type Speaker = (headers: Headers, toRequest: () => Request) => Promise<Spoken>;

const availableTo = ({ messages = {} }: LanguageOptions): readonly string[] => [
  ...new Set([...builtIn, ...Object.keys(messages)]),
];

/** What is wrong with the options. */
export function languageProblem(options: LanguageOptions): AuthError | undefined {
  const { locale } = options;
  if (locale === undefined || locale === "auto" || typeof locale === "function") return undefined;
  if (typeof locale === "string" && nearest(locale, availableTo(options))) return undefined;
  return new InvalidConfiguration(
    `\`locale\` is ${JSON.stringify(locale)}, which is none of the languages there are: ${availableTo(options).join(", ")}. Use "auto" to go by the browser, or give the texts of another language as \`messages\`.`,
  );
}

export function createSpeaker(options: LanguageOptions, deps: SpeakerDeps): Speaker {
  const available = availableTo(options);
  const known = new Map<string, Promise<CommonMessages>>();
  const inLanguage = (tag: string): Promise<CommonMessages> => {
    const messages = known.get(tag) ?? messagesIn(tag, options);
    known.set(tag, messages);
    return messages;
  };
  return async (headers, toRequest) => {
    const wished = await wishOf(options, toRequest, deps);
    const byHeader = wished === "auto";
    const tag = byHeader
      ? negotiate(headers.get("accept-language"), available)
      : nearest(wished, available);
    return {
      messages: await inLanguage(tag ?? "en"),
      rare: (name) => rareIn(tag ?? "en", options, name),
      byHeader,
    };
  };
}

/** Which language the application wants for a request. A function that fails stands in nobody's way. */
async function wishOf(
  { locale = "en" }: LanguageOptions,
  toRequest: () => Request,
  { logger, timeout }: SpeakerDeps,
): Promise<string> {
  if (typeof locale !== "function") return locale;
  try {
    const answer: unknown = await askInTime("locale", () => locale(toRequest()), timeout);
    return typeof answer === "string" && answer !== "" ? answer : "auto";
  } catch (error) {
    logger.warn("locale-failed", asError(error));
    return "auto";
  }
}

/** What an application says in place of a language's texts. */
function ownOf(wanted: string, { messages = {} }: LanguageOptions): MessagesOptions | undefined {
  const name = Object.keys(messages).find((key) => widening(key)[0] === wanted);
  return name === undefined ? undefined : messages[name];
}

/** English, then what is built in for the language, then the application's own, the widest tag first. */
async function messagesIn(tag: string, options: LanguageOptions): Promise<CommonMessages> {
  let texts = changed(english, ownOf("en", options));
  for (const wider of widening(tag).toReversed()) {
    const native = builtIn.find((language) => language === wider);
    if (native === undefined) texts = { ...texts, lang: tag, dir: directionOf(tag) };
    else if (native !== "en") texts = changed(texts, await load[native]());
    texts = changed(texts, ownOf(wider, options));
  }
  return texts;
}

/** The same for texts that few applications need. */
async function rareIn<Name extends keyof RareMessages>(
  tag: string,
  options: LanguageOptions,
  name: Name,
): Promise<RareMessages[Name]> {
  const { loadRare } = await import("./load-rare.js");
  let texts = changed(await loadRare[name].en(), ownOf("en", options)?.[name]);
  for (const wider of widening(tag).toReversed()) {
    const native = builtIn.find((language) => language === wider);
    if (native !== undefined && native !== "en") {
      texts = changed(texts, await loadRare[name][native]());
    }
    texts = changed(texts, ownOf(wider, options)?.[name]);
  }
  return texts;
}

function changed<Texts>(texts: Texts, others: unknown): Texts {
  const replaced = replaceTexts(texts, others);
  return isLike(replaced, texts) ? replaced : texts;
}
