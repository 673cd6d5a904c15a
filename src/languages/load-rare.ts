import type { BuiltInLanguage, RareMessages } from "../types/messages.js";

/** Where the texts that few applications need are, by what they are for. */
export const loadRare: {
  readonly [Name in keyof RareMessages]: Readonly<
    Record<BuiltInLanguage, () => Promise<RareMessages[Name]>>
  >;
} = {
  account: {
    en: async () => (await import("../pages/account-texts.js")).accountTexts,
    de: async () => (await import("./account/german.js")).german,
    fr: async () => (await import("./account/french.js")).french,
    es: async () => (await import("./account/spanish.js")).spanish,
    pt: async () => (await import("./account/portuguese.js")).portuguese,
    ja: async () => (await import("./account/japanese.js")).japanese,
    zh: async () => (await import("./account/chinese.js")).chinese,
    ar: async () => (await import("./account/arabic.js")).arabic,
  },
  secondStep: {
    en: async () => (await import("../pages/second-step-texts.js")).secondStepTexts,
    de: async () => (await import("./second-step/german.js")).german,
    fr: async () => (await import("./second-step/french.js")).french,
    es: async () => (await import("./second-step/spanish.js")).spanish,
    pt: async () => (await import("./second-step/portuguese.js")).portuguese,
    ja: async () => (await import("./second-step/japanese.js")).japanese,
    zh: async () => (await import("./second-step/chinese.js")).chinese,
    ar: async () => (await import("./second-step/arabic.js")).arabic,
  },
  notices: {
    en: async () => (await import("../flows/mail/notice-texts.js")).noticeTexts,
    de: async () => (await import("./notices/german.js")).german,
    fr: async () => (await import("./notices/french.js")).french,
    es: async () => (await import("./notices/spanish.js")).spanish,
    pt: async () => (await import("./notices/portuguese.js")).portuguese,
    ja: async () => (await import("./notices/japanese.js")).japanese,
    zh: async () => (await import("./notices/chinese.js")).chinese,
    ar: async () => (await import("./notices/arabic.js")).arabic,
  },
};
