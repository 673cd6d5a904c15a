import type { NoticeContext } from "../../core/flow.js";
import type { LanguageOptions } from "../../core/language/choose.js";
import type { LoggerInstance } from "../../types/logger.js";

/** What a mail to a user needs, in a request or outside of one. */
export interface Mailing extends Omit<NoticeContext, "language"> {
  readonly languages: LanguageOptions;
  readonly logger: LoggerInstance;
}
