import type { Language } from "../../types/language.js";
import { isRecord } from "../values/json.js";

/** Letters and digits, joined by hyphens: it's used in the `lang` attribute. */
const TAG = /^[a-z]{2,8}(?:-[a-z0-9]{1,8})*$/i;

/** Not every configuration is type-checked. Texts of a wrong type are detected where they're used. */
export function isLanguage(value: unknown): value is Language {
  return isRecord(value) && typeof value["tag"] === "string" && TAG.test(value["tag"]);
}
