import type { RequestLanguage } from "../types/language.js";
import type { PageMessages } from "../types/messages.js";
import { english } from "./english.js";

export type { ErrorText, PasswordMessages } from "../types/messages.js";

/** The texts of the pages, and their language. */
export type Messages = PageMessages & Pick<RequestLanguage, "lang" | "dir" | "byHeader">;

/** The texts of the pages for a request. */
export function pageMessages({ texts, ...language }: RequestLanguage): Messages {
  return { ...texts("pages", english), ...language };
}
