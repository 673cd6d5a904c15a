import { redirectTo, type Outcome } from "../../core/http/outcome.js";
import { actionPath } from "../../core/http/urls.js";
import type { Context } from "../../core/plugin.js";
import { hiddenFields } from "../../pages/fields.js";
import { html } from "../../pages/html.js";
import { safeLink } from "../../pages/links.js";
import { cookieName } from "./impersonation.js";
import { adminTexts } from "./texts.js";

/** `GET admin/return`: leads an administrator who acts as a user back to the pages for administrators. */
export async function showReturn(context: Context): Promise<Outcome> {
  if (!(await context.cookie.read(cookieName))) return redirectTo(context.url("admin"));
  const { title, intro, button } = (await context.texts(adminTexts)).returning;
  const action = actionPath(context.site, "admin", "return");
  const callbackUrl = actionPath(context.site, "admin");
  const body = html`<div class="intro">
      <h1>${title}</h1>
      <p>${intro}</p>
    </div>
    <form class="provider" method="post" action="${safeLink(action)}">
      ${hiddenFields({ callbackUrl, csrfToken: await context.csrfToken() })}
      <button class="button primary" type="submit"><span>${button}</span></button>
    </form>`;
  return context.page({ title, body, json: { impersonating: true } });
}
