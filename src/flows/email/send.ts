import { EmailSignInError } from "../../errors.js";
import { asError } from "../../thrown.js";
import type { FlowContext } from "../flow.js";
import type {
  EmailConfig,
  EmailProviderSendVerificationRequestParams,
} from "../../types/providers.js";
import type { Letter } from "./letter.js";
import { renderMail } from "./mail.js";

/** Sends the mail, and tells whether the code went out with it. */
export async function send(
  provider: EmailConfig,
  context: FlowContext,
  letter: Letter,
): Promise<{ hasCode: boolean }> {
  let hasCode = false;
  const params = paramsFor(provider, context, letter);
  // A function made for links alone never looks at the code, and the page must not ask for it then.
  const watched: EmailProviderSendVerificationRequestParams = {
    ...params,
    get code() {
      hasCode = true;
      return letter.code;
    },
    get mail() {
      hasCode = true;
      return mailFor(context, letter);
    },
  };
  try {
    await inTime(async () => provider.sendVerificationRequest(watched), context.timeout);
  } catch (error) {
    const err = asError(error);
    throw new EmailSignInError("The e-mail could not be sent.", { err, provider: provider.id });
  }
  return { hasCode };
}

function paramsFor(provider: EmailConfig, context: FlowContext, letter: Letter) {
  const { identifier, token, expires, url } = letter;
  const { theme } = context;
  return { identifier, token, expires, url, provider, theme, request: context.toRequest() };
}

function mailFor({ site, theme, now }: FlowContext, { url, code, expires }: Letter) {
  const { host } = new URL(site.origin);
  return renderMail({ url, code, expires, now, host, theme, siteName: theme.name || host });
}

async function inTime(work: () => Promise<void>, milliseconds: number): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => {
    const message = `It was not sent within ${milliseconds} ms. Look at the mail service, or raise the option "timeout".`;
    timer = setTimeout(() => reject(new Error(message)), milliseconds);
  });
  try {
    await Promise.race([work(), late]);
  } finally {
    clearTimeout(timer);
  }
}
