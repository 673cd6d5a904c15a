import { AccessDenied, EmailSignInError } from "../../errors.js";
import { redirectTo, type Outcome } from "../../http/outcome.js";
import { actionUrl, withQuery } from "../../http/urls.js";
import type { EmailConfig } from "../../types/providers.js";
import type { FlowContext } from "../flow.js";
import { deliver, pretend } from "./deliver.js";
import { storeOf, type Desk } from "./desk.js";
import { identifierOf } from "./identifier.js";
import { writeLetter } from "./letter.js";
import { accountOf, newcomer } from "./owner.js";

/** `POST signin/{id}`: sends a mail to the address in the form. */
export async function begin(desk: Desk, context: FlowContext): Promise<Outcome> {
  const { provider } = desk;
  const identifier = identifierOf(provider, context.body.text("email"));
  await assertNotTooMany(desk, context, identifier);
  const letter = await writeLetter(provider, context, identifier);
  const answer = await permit(provider, context, identifier);
  if (answer === "pretend") await pretend(desk, context, letter);
  else if (answer) return answer;
  else await deliver(desk, context, letter);
  return redirectTo(verifyRequestUrl(provider, context));
}

/** The page that says that a mail is on its way. */
export function verifyRequestUrl({ id }: EmailConfig, { site }: FlowContext): string {
  return withQuery(actionUrl(site, "verify-request"), { provider: id, type: "email" });
}

/** Asked before anything is looked up, so that a refusal says nothing about who has an account. */
async function assertNotTooMany(desk: Desk, context: FlowContext, identifier: string) {
  const { provider, mails } = desk;
  const allowed = provider.limit
    ? await provider.limit({ identifier, provider: provider.id, request: context.toRequest() })
    : mails.allows(identifier, context.now);
  if (allowed) return;
  throw new EmailSignInError("Too many e-mails were asked for. This one was not sent.", {
    provider: provider.id,
  });
}

/** Null to go on, "pretend" to let nobody notice the refusal, else where to go instead. */
async function permit(
  provider: EmailConfig,
  context: FlowContext,
  identifier: string,
): Promise<Outcome | "pretend" | null> {
  const user = (await storeOf(context).getUserByEmail(identifier)) ?? newcomer(identifier);
  const account = accountOf(provider, identifier);
  try {
    return await context.permit({
      user,
      account: { ...account, userId: user.id },
      email: { verificationRequest: true },
    });
  } catch (error) {
    if (!provider.hideRefusals || !(error instanceof AccessDenied)) throw error;
    context.logger.debug("hidden_refusal", "The `signIn` callback refused an e-mail address.");
    return "pretend";
  }
}
