import { coreOf } from "../../core/actions/plugin-context.js";
import { attempt } from "../../core/events/attempt.js";
import type { Outcome } from "../../core/http/outcome.js";
import { actionPath } from "../../core/http/urls.js";
import type { Context } from "../../core/plugin.js";
import { completeSignIn } from "../../core/sign-in/complete.js";
import { addressHtml, buttonForm, introHtml, linkButton } from "../../pages/blocks.js";
import { html } from "../../pages/html.js";
import { invitationTexts } from "./invitation-texts.js";
import { findInvited, takeInvitation } from "./invitation.js";
import { mailerIn } from "./invite.js";
import type { AdminDeps } from "./options.js";

const tokenIn = ({ request: { query, body } }: Context): string =>
  body.text("token") ?? query.text("token") ?? "";

function invitedBy(context: Context) {
  const { records, store, now } = context;
  return store ? findInvited({ records, store, now }, tokenIn(context)) : null;
}

/** `GET admin/invitation`: has a button, because mail scanners open links, too. */
export async function showInvitation(context: Context): Promise<Outcome> {
  const found = await invitedBy(context);
  if (!found) return gone(context);
  const { accept } = await context.texts(invitationTexts);
  const { theme, site } = coreOf(context);
  const { email } = found.row;
  const form = buttonForm({
    action: actionPath(site, "admin", "invitation"),
    fields: { token: tokenIn(context), csrfToken: await context.csrfToken() },
    ...{ label: accept.button, style: "primary" },
  });
  const intro = accept.intro(theme.name || new URL(site.origin).host);
  const body = html`${introHtml(accept.title, intro, addressHtml(email))} ${form}`;
  return context.page({ title: accept.title, body, json: { email } });
}

/** `POST admin/invitation`: whoever has the link can read the mail of its address. */
export async function acceptInvitation(deps: AdminDeps, context: Context): Promise<Outcome> {
  const { records } = context;
  const found = await invitedBy(context);
  if (!found || !(await takeInvitation(records, found.row))) return gone(context);
  const { email, userId } = found.row;
  const core = coreOf(context);
  const { id: provider } = mailerIn(deps, context);
  const callbackUrl = await core.resolveRedirect(deps.options.invitations?.callbackUrl);
  await context.tell({ type: "admin.invitation-accepted", userId });
  return attempt(core, { provider, userId }, (context) =>
    completeSignIn(context, {
      kind: "verified",
      trust: "email-owner",
      user: { id: userId, email },
      account: { provider, providerAccountId: email, type: "email" },
      callbackUrl,
    }),
  );
}

async function gone(context: Context): Promise<Outcome> {
  const { title, intro, button } = (await context.texts(invitationTexts)).gone;
  const toSignIn = linkButton(button, actionPath(context.site, "signin"));
  const body = html`${introHtml(title, intro)} ${toSignIn}`;
  return context.page({ title, body, json: { error: "InvitationGone" } }, 410);
}
