import { redirectTo, type Outcome } from "../../core/http/outcome.js";
import { actionPath } from "../../core/http/urls.js";
import type { Context } from "../../core/plugin.js";
import { buttonForm, introHtml } from "../../pages/blocks.js";
import { html } from "../../pages/html.js";
import { cookieName } from "./impersonation.js";
import { adminTexts } from "./texts.js";

/** `GET admin/return`: leads an administrator who acts as a user back to the pages for administrators. */
export async function showReturn(context: Context): Promise<Outcome> {
  if (!(await context.cookie.read(cookieName))) return redirectTo(context.url("admin"));
  const { title, intro, button } = (await context.texts(adminTexts)).returning;
  const form = buttonForm({
    action: actionPath(context.site, "admin", "return"),
    fields: {
      callbackUrl: actionPath(context.site, "admin"),
      csrfToken: await context.csrfToken(),
    },
    ...{ label: button, style: "primary" },
  });
  const body = html`${introHtml(title, intro)} ${form}`;
  return context.page({ title, body, json: { impersonating: true } });
}
