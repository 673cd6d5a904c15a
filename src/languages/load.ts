import type { BuiltInLanguage, CommonMessages } from "../types/messages.js";

/** Each language is loaded when somebody first reads it. */
export const load: Readonly<Record<BuiltInLanguage, () => Promise<CommonMessages>>> = {
  en: async () => (await import("./english.js")).english,
  de: async () => (await import("./german.js")).german,
  fr: async () => (await import("./french.js")).french,
  es: async () => (await import("./spanish.js")).spanish,
  pt: async () => (await import("./portuguese.js")).portuguese,
  ja: async () => (await import("./japanese.js")).japanese,
  zh: async () => (await import("./chinese.js")).chinese,
  ar: async () => (await import("./arabic.js")).arabic,
};
