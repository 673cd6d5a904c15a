import { Fields } from "../http/fields.js";
import type { ActionContext } from "./context.js";

const NAME = "password";

/**
 * The request without the password. On the sign-in page one form leads to several ways in, and what was
 * typed in for one of them is no business of the others, nor of the application's functions that send
 * mails or count them.
 */
export function withoutPassword(context: ActionContext): ActionContext {
  const { [NAME]: _, ...kept } = context.body.toObject();
  return {
    ...context,
    body: Fields.fromObject(kept),
    toRequest: () => {
      const { url, method, headers } = context.toRequest();
      return new Request(url, { method, headers, body: JSON.stringify(kept) });
    },
  };
}
