import { askInTime } from "../../core/async/deadline.js";
import { AccessDenied, EmailSignInError, Verification } from "../../core/errors/errors.js";
import type { FlowContext } from "../../core/flow.js";
import { redirectTo, type Outcome } from "../../core/http/outcome.js";
import { actionUrl, withQuery } from "../../core/http/urls.js";
import type { Leave } from "../../core/state/state.js";
import type { EmailConfig } from "../../types/providers.js";
import { deliver, pretend, type Posting } from "./deliver.js";
import { askForMail } from "./limits.js";
import { accountOf, newcomer } from "./owner.js";
import { storeOf, type MailSetup } from "./setup.js";

/** The page "check your email". */
function verifyRequestUrl({ provider }: MailSetup, { site }: FlowContext): string {
  return withQuery(actionUrl(site, "verify-request"), { provider: provider.id, type: "email" });
}

/** Checked before any lookup, so that a refusal doesn't reveal who has an account. */
export async function assertMayMail(
  setup: MailSetup,
  context: FlowContext,
  identifier: string,
): Promise<Leave> {
  const { provider } = setup;
  const leave = provider.limit
    ? await askApplication(provider, context, identifier)
    : await askForMail(setup, context, identifier);
  if (leave) return leave;
  throw new EmailSignInError(
    "Too many emails were requested, so this one wasn't sent. Wait before the next request.",
    {
      provider: provider.id,
    },
  );
}

async function askApplication(
  provider: EmailConfig,
  context: FlowContext,
  identifier: string,
): Promise<Leave | undefined> {
  const ask = () =>
    provider.limit?.({ identifier, provider: provider.id, request: context.toRequest() });
  const allowed = await askInTime("limit", ask, context.timeout);
  return allowed ? { giveBack: () => Promise.resolve() } : undefined;
}

interface Permitted extends Posting {
  /** False: there's no mail for this address. @default true */
  readonly isDue?: boolean;
}

/** Sends the mail if that's permitted. Otherwise, everything looks as if it were sent. */
export async function permitAndSend(
  setup: MailSetup,
  context: FlowContext,
  { letter, leave, isDue = true }: Permitted,
): Promise<Outcome> {
  const answer = await permit(setup, context, letter.identifier);
  const isHidden = answer === "pretend" || !isDue;
  if (isHidden) await pretend(setup, context, letter);
  else if (answer) return answer;
  else await deliver(setup, context, { letter, leave });
  // Events report what the browser isn't told: the mail was refused.
  const refused = { type: "sign-in.refused", reason: AccessDenied.type };
  const told = isHidden ? refused : { type: "sign-in.began" };
  await context.tell?.({ ...told, provider: setup.provider.id });
  return redirectTo(verifyRequestUrl(setup, context));
}

/** Null to go on, "pretend" to hide the refusal, otherwise where to go instead. */
async function permit(
  { provider }: MailSetup,
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
    context.logger.debug("hidden_refusal", "The `signIn` callback refused an email address.");
    return "pretend";
  }
}

/** After a wrong code, the page with its field says so. */
export async function wrongCode(setup: MailSetup, context: FlowContext): Promise<Outcome> {
  const { id: provider } = setup.provider;
  const { type: reason } = Verification;
  await context.tell?.({ type: "sign-in.refused", reason, provider });
  return redirectTo(withQuery(verifyRequestUrl(setup, context), { error: reason }));
}
