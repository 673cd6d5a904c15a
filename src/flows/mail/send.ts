import { askInTime } from "../../deadline.js";
import { EmailSignInError } from "../../errors.js";
import { asError } from "../../thrown.js";
import type { FlowContext } from "../flow.js";
import type {
  EmailConfig,
  EmailProviderSendVerificationRequestParams,
} from "../../types/providers.js";
import type { Leave } from "../../state/state.js";
import type { Letter } from "./letter.js";
import { renderMail } from "./mail.js";

/**
 * Sends the mail, and tells whether the code went out with it. A mail that failed is not counted; one
 * that is still on its way when its time is up counts until it has failed.
 */
export async function send(
  provider: EmailConfig,
  context: FlowContext,
  { letter, leave }: { readonly letter: Letter; readonly leave: Leave },
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
    const ask = () => orGiveBack(leave, watched);
    await askInTime("sendVerificationRequest", ask, context.timeout);
  } catch (error) {
    const err = asError(error);
    throw new EmailSignInError("The e-mail could not be sent.", { err, provider: provider.id });
  }
  return { hasCode };
}

async function orGiveBack(
  leave: Leave,
  params: EmailProviderSendVerificationRequestParams,
): Promise<void> {
  try {
    await params.provider.sendVerificationRequest(params);
  } catch (error) {
    await leave.giveBack();
    throw error;
  }
}

function paramsFor(provider: EmailConfig, context: FlowContext, letter: Letter) {
  const { identifier, token, expires, url } = letter;
  const { theme } = context;
  return { identifier, token, expires, url, provider, theme, request: context.toRequest() };
}

function mailFor({ site, theme, now }: FlowContext, letter: Letter) {
  const { host } = new URL(site.origin);
  const { url, code, expires, messages } = letter;
  const siteName = theme.name || host;
  return renderMail({ url, code, expires, now, host, theme, siteName, messages });
}
