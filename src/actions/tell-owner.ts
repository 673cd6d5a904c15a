import { asError } from "../thrown.js";
import type { NoticeText } from "../types/notice-messages.js";
import type { ActionContext } from "./context.js";

/** Whoever is told: only at an address that is proven to be theirs. */
interface Told {
  readonly email?: string | null | undefined;
  readonly emailVerified?: unknown;
}

/**
 * Tells the owner of an account that it is protected otherwise than before. Whoever did it may be somebody
 * else. When it can not be sent, what was done stays done, and the log says so.
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
