import { askInTime } from "../../deadline.js";
import { AccessDenied, EmailSignInError, Verification } from "../../errors.js";
import { redirectTo, type Outcome } from "../../http/outcome.js";
import { actionUrl, withQuery } from "../../http/urls.js";
import type { Leave } from "../../state/state.js";
import type { EmailConfig } from "../../types/providers.js";
import type { FlowContext } from "../flow.js";
import { storeOf, type Desk } from "./desk.js";
import { askForMail } from "./limits.js";
import { accountOf, newcomer } from "./owner.js";

/** The page that says that a mail is on its way. */
export function verifyRequestUrl({ provider }: Desk, { site }: FlowContext): string {
  return withQuery(actionUrl(site, "verify-request"), { provider: provider.id, type: "email" });
}

/** Asked before anything is looked up, so that a refusal says nothing about who has an account. */
export async function askLeave(
  desk: Desk,
  context: FlowContext,
  identifier: string,
): Promise<Leave> {
  const { provider } = desk;
  const leave = provider.limit
    ? await askApplication(provider, context, identifier)
    : await askForMail(desk, context, identifier);
  if (leave) return leave;
  throw new EmailSignInError("Too many e-mails were asked for. This one was not sent.", {
    provider: provider.id,
  });
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

/** Null to go on, "pretend" to let nobody notice the refusal, else where to go instead. */
export async function permitMail(
  { provider }: Desk,
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

/** Events say what a browser isn't told: that the mail was refused. */
export async function tellBegun(
  { provider }: Desk,
  { tell }: FlowContext,
  isHidden: boolean,
): Promise<void> {
  const refused = { type: "sign-in.refused", reason: AccessDenied.type };
  await tell?.({ ...(isHidden ? refused : { type: "sign-in.began" }), provider: provider.id });
}

/** A wrong code was typed in: the page with the field for it says so. */
export async function wrongCode(desk: Desk, context: FlowContext): Promise<Outcome> {
  const { id: provider } = desk.provider;
  const { type: reason } = Verification;
  await context.tell?.({ type: "sign-in.refused", reason, provider });
  return redirectTo(withQuery(verifyRequestUrl(desk, context), { error: reason }));
}
