import type { RequestLanguage } from "../../types/language.js";

/** The language of every request unless others are configured: each part of the library has its own English texts. */
export const inEnglish: RequestLanguage = {
  lang: "en",
  dir: "ltr",
  byHeader: false,
  texts: (_part, english) => english,
};
