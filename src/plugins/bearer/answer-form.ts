import { buttonHtml, formHtml } from "../../pages/blocks.js";
import type { Html } from "../../pages/html.js";
import type { BearerMessages } from "../../types/bearer-messages.js";

export interface AnswerForm {
  readonly action: string;
  readonly csrfToken: string;
  /** The request, sealed, so that the answer belongs to what the user saw. */
  readonly request: string;
  readonly texts: Pick<BearerMessages, "yes" | "no">;
  /** How "yes" looks. */
  readonly style?: "primary";
}

/** The answers to an app that asks for access. */
export function answerForm({ action, csrfToken, request, texts, style }: AnswerForm): Html {
  const yes = buttonHtml({ name: "answer", value: "yes", label: texts.yes, style });
  const no = buttonHtml({ name: "answer", value: "no", label: texts.no });
  return formHtml(action, { csrfToken, request }, [yes, no]);
}
