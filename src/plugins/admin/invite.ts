import { sha256 } from "../../core/crypto/sha256.js";
import { whoIs } from "../../core/events/attempt.js";
import { EmailSignInError, InvalidConfiguration } from "../../core/errors/errors.js";
import type { Flow, FlowMail, Notice } from "../../core/flow.js";
import { actionUrl, withQuery } from "../../core/http/urls.js";
import { keysOf } from "../../core/plugins/app.js";
import type { Runtime } from "../../core/plugin.js";
import { partsOf } from "../../core/plugins/runtime.js";
import { isProven } from "../../core/values/proven.js";
import { stateKey } from "../../core/state/key.js";
import { emailFlow } from "../../flows/email/index.js";
import type { AdapterUser } from "../../types/adapter.js";
import { invitationTexts } from "./invitation-texts.js";
import { invitations, newToken, writeInvitation } from "./invitation.js";
import { languageOf } from "./language.js";
import {
  type Mailing,
  permit,
  permitOn,
  tellAct,
  type ActParts,
  type Permitted,
} from "./permit.js";
import type { AdminDeps, InvitationOptions } from "./options.js";
import { AdminRefused } from "./refused.js";
import type { InvitedUser, UserToInvite } from "./types.js";
import { createUser } from "./users.js";

const day = 24 * 60 * 60;
const mostSwept = 100;

/** Mails to one address, whoever sends them. */
const mails = { most: 5, window: day };

type Mailer = Required<Pick<FlowMail, "notify" | "identifierOf">> & Pick<Flow, "id">;

/** The mailer from the options, else the first provider that can send such mails. */
export function mailerOf({ email }: InvitationOptions, flows: Iterable<Flow>): Mailer | undefined {
  for (const { id, mail } of email ? [emailFlow(email)] : flows) {
    const notify = mail?.notify;
    if (mail && notify) return { id, notify, identifierOf: mail.identifierOf };
  }
  return undefined;
}

/** The mailer of a configuration that invites users. */
export function mailerIn({ options }: AdminDeps, runtime: Runtime): Mailer {
  if (!options.invitations) {
    throw new InvalidConfiguration(
      "`admin()` invites users once you set `invitations`: `admin({ …, invitations: {} })`. Then run `npx latchkey migrate`, which creates its table.",
    );
  }
  const mailer = mailerOf(options.invitations, partsOf(runtime).flows.values());
  if (mailer) return mailer;
  throw new EmailSignInError("No provider sends mails, so that nobody can be invited.");
}

/** Creates a user, or finds one who hasn't proven the address yet, and mails them a link. */
export async function invite(
  parts: ActParts,
  { email: typed, name, image, locale }: UserToInvite,
): Promise<InvitedUser> {
  const permitted = await permit(parts);
  const { runtime, store } = permitted;
  const mailer = mailerIn(parts.deps, runtime);
  const mailing = parts.mailing();
  const email = await readTyped(mailer, mailing, typed);
  const known = await store.getUserByEmail(email);
  if (known && isProven(known)) throw new AdminRefused("EmailTaken");
  if (known) await permitOn(parts, String(known.id));
  await assertMayMail(parts, runtime, email);
  const user = known ?? (await createUser(parts, permitted, { email, name, image }));
  const { token, expires } = await written(parts, permitted, { user, email });
  const link = withQuery(actionUrl(mailing.site, "admin", "invitation"), { token });
  await send(mailer, mailing, { email, link, expires, locale }).catch(async (error: unknown) => {
    await runtime.records.remove(invitations, String(user.id));
    throw error;
  });
  await tellAct(parts, {
    type: "admin.invited",
    until: expires.toISOString(),
    ...whoIs(user),
    userId: String(user.id),
  });
  return { user, expires };
}

async function readTyped(mailer: Mailer, { timeout }: Mailing, typed: string): Promise<string> {
  try {
    return await mailer.identifierOf({ timeout }, typed);
  } catch (error) {
    throw error instanceof EmailSignInError ? new AdminRefused("InvalidEmail") : error;
  }
}

async function assertMayMail({ deps }: ActParts, { state }: Runtime, email: string): Promise<void> {
  const key = await stateKey(keysOf(deps.app), "admin", ["invite", email]);
  if ((await state.countWithin(key, mails)) === false) throw new AdminRefused("TooManyEmails");
}

async function written(
  { deps, by }: ActParts,
  { runtime: { records } }: Permitted,
  { user, email }: { readonly user: AdapterUser; readonly email: string },
): Promise<{ readonly token: string; readonly expires: Date }> {
  const now = Date.now();
  const token = newToken();
  const expires = new Date(now + lastsOf(deps.options.invitations) * 1000);
  await records.sweep(invitations, new Date(now), mostSwept);
  const row = { userId: String(user.id), email, invitedBy: by ?? null, expires };
  await writeInvitation(records, { ...row, token: await sha256(token) });
  return { token, expires };
}

/** Seconds for which the link works. */
export const lastsOf = ({ maxAge = 7 * day }: InvitationOptions = {}): number => maxAge;

interface Letter {
  readonly email: string;
  readonly link: string;
  readonly expires: Date;
  readonly locale: string | undefined;
}

async function send(mailer: Mailer, mailing: Mailing, letter: Letter): Promise<void> {
  const { email, link: url, expires, locale } = letter;
  const language = await languageOf(mailing, locale);
  const { note, button, until, ...notice } = language.texts("admin", invitationTexts).mail;
  const below = until(timeIn(language.lang, expires));
  const mail: Notice = { email, notice, link: { url, button, note, below } };
  await mailer.notify({ ...mailing, language: () => language }, mail);
}

function timeIn(lang: string, time: Date): string {
  const options = { dateStyle: "long", timeStyle: "short", timeZone: "UTC" } as const;
  return `${new Intl.DateTimeFormat(lang, options).format(time)} UTC`;
}

/** Withdraws a user's invitation. Resolves to whether there was one. */
export async function withdraw(parts: ActParts, userId: string): Promise<boolean> {
  const { runtime } = await permitOn(parts, userId);
  if (!parts.deps.options.invitations) return false;
  if (!(await runtime.records.remove(invitations, userId))) return false;
  await tellAct(parts, { type: "admin.invitation-withdrawn", userId });
  return true;
}
