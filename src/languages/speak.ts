import { askInTime } from "../deadline.js";
import { InvalidConfiguration, type AuthError } from "../errors.js";
import { asError } from "../thrown.js";
import type { LoggerInstance } from "../types/logger.js";
import type { LocaleOption, Messages, MessagesOptions, Spoken } from "../types/messages.js";
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
  const known = new Map<string, Promise<Messages>>();
  const inLanguage = (tag: string): Promise<Messages> => {
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
    return { messages: await inLanguage(tag ?? "en"), byHeader };
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

/** English, then what is built in for the language, then the application's own, the widest tag first. */
async function messagesIn(tag: string, { messages = {} }: LanguageOptions): Promise<Messages> {
  const own = (wanted: string) => {
    const name = Object.keys(messages).find((key) => widening(key)[0] === wanted);
    return name === undefined ? undefined : messages[name];
  };
  let texts = changed(english, own("en"));
  for (const wider of widening(tag).toReversed()) {
    const native = builtIn.find((language) => language === wider);
    if (native === undefined) texts = { ...texts, lang: tag, dir: directionOf(tag) };
    else if (native !== "en") texts = changed(texts, await load[native]());
    texts = changed(texts, own(wider));
  }
  return texts;
}

function changed(texts: Messages, others: unknown): Messages {
  const replaced = replaceTexts(texts, others);
  return isLike(replaced, english) ? replaced : texts;
}
