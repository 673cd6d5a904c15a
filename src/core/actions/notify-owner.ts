import type { NoticeText } from "../../types/notice-messages.js";
import { asError } from "../errors/as-error.js";
import type { ActionContext } from "./context.js";

/** The user to notify, but only at an email address they have proven to own. */
interface Told {
  readonly email?: string | null | undefined;
  readonly emailVerified?: unknown;
}

/**
 * Notifies the owner that their account's sign-in methods changed, in case someone else changed them. If the
 * mail can't be sent, the change stays and the failure is logged.
 */
export async function tellOwner(
  context: ActionContext,
  { email, emailVerified }: Told,
  notice: NoticeText,
): Promise<void> {
  const { flows, logger } = context;
  const mail = [...flows.values()].find((flow) => flow.mail?.notify)?.mail;
  if (!mail?.notify || !email || !emailVerified) return;
  try {
    await mail.notify(context, { email, notice });
  } catch (error) {
    logger.error("EmailSignInError", asError(error));
  }
}
