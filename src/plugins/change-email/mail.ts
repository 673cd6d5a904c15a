import { coreOf } from "../../core/actions/plugin-context.js";
import { asError } from "../../core/errors/as-error.js";
import { EmailSignInError } from "../../core/errors/errors.js";
import type { Flow, FlowMail, Notice } from "../../core/flow.js";
import type { Context } from "../../core/plugin.js";
import { emailFlow } from "../../flows/email/index.js";
import type { AdapterUser } from "../../types/adapter.js";
import type { ChangeEmailMessages } from "../../types/change-email-messages.js";
import type { ChangeEmailDeps, ChangeEmailOptions } from "./options.js";
import { changeEmailTexts } from "./texts.js";

/** The mailer from the options, else the first provider that can send mails. */
export function mailerOf(
  { email }: ChangeEmailOptions,
  flows: Iterable<Flow>,
): Required<FlowMail> | undefined {
  for (const { mail } of email ? [emailFlow(email)] : flows) {
    const notify = mail?.notify;
    if (mail && notify) return { ...mail, notify };
  }
  return undefined;
}

function mailer(context: Context, { options }: ChangeEmailDeps): Required<FlowMail> {
  const found = mailerOf(options, coreOf(context).flows.values());
  if (found) return found;
  throw new EmailSignInError("No provider sends mails about changes to accounts.");
}

/** Normalizes an address as it is stored. Undefined if it isn't an email address. */
export async function readTyped(
  context: Context,
  deps: ChangeEmailDeps,
): Promise<string | undefined> {
  const typed = context.request.body.text("email");
  try {
    return await mailer(context, deps).identifierOf(coreOf(context), typed);
  } catch (error) {
    if (error instanceof EmailSignInError) return undefined;
    throw error;
  }
}

interface LinkMail {
  readonly about: Exclude<keyof ChangeEmailMessages["mails"], "until">;
  readonly to: string;
  readonly url: string;
  /** When the link stops working. */
  readonly until?: Date;
}

/** Sends a mail with a link. Throws if it can't be sent. */
export async function sendLink(
  context: Context,
  deps: ChangeEmailDeps,
  { about, to: email, url, until }: LinkMail,
): Promise<void> {
  const core = coreOf(context);
  const { lang } = await core.language();
  const { mails } = await context.texts(changeEmailTexts);
  const { note, button, ...notice } = mails[about];
  const below = until ? mails.until(timeIn(lang, until)) : "";
  const mail: Notice = { email, notice, link: { url, button, note, below } };
  await mailer(context, deps).notify(core, mail);
}

/** Notifies the old address. If that fails, the change stays and the log says so. */
export async function tellOldAddress(
  context: Context,
  deps: ChangeEmailDeps,
  { user, url, until }: Pick<LinkMail, "url" | "until"> & { readonly user: AdapterUser },
): Promise<void> {
  try {
    await sendLink(context, deps, {
      about: "changed",
      to: user.email,
      url,
      ...(until && { until }),
    });
  } catch (error) {
    deps.app.logger.error("EmailSignInError", asError(error));
  }
}

function timeIn(lang: string, time: Date): string {
  const options = { dateStyle: "long", timeStyle: "short", timeZone: "UTC" } as const;
  return `${new Intl.DateTimeFormat(lang, options).format(time)} UTC`;
}
