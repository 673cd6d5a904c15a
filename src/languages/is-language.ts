import { isRecord } from "../json.js";
import type { Language } from "../types/language.js";

/** Letters and digits, joined by hyphens: it goes into the `lang` of pages. */
const TAG = /^[a-z]{2,8}(?:-[a-z0-9]{1,8})*$/i;

/** Not every configuration is checked by a compiler. Texts of a wrong kind are found where they are used. */
export function isLanguage(value: unknown): value is Language {
  return isRecord(value) && typeof value["tag"] === "string" && TAG.test(value["tag"]);
}
