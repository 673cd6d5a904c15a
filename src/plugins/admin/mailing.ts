import type { NoticeContext } from "../../core/flow.js";
import type { Languages } from "../../core/language/languages.js";

/** What a mail to a user needs, in a request or outside of one. */
export interface Mailing extends Omit<NoticeContext, "language">, Pick<Languages, "speak"> {}
