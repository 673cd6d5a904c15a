import type { ActionContext } from "../../core/actions/context.js";
import { pageFrame, showPage } from "../../core/actions/page-frame.js";
import { csrfToken } from "../../core/http/csrf.js";
import { json, redirectTo, type Outcome } from "../../core/http/outcome.js";
import { ownPage } from "../../core/http/own-routes.js";
import { prefersJson, variedByAccept } from "../../core/http/page-or-json.js";
import { actionPath, homeOf, localOf, withQuery } from "../../core/http/urls.js";
import type { WebAuthnForm } from "../../types/forms.js";
import { infoOf, sectionsOf, type NamedSection } from "./info.js";
import { editableFields, type AccountPageOptions } from "./options.js";
import { renderAccount } from "./page.js";
import { accountTexts } from "./texts.js";
import { accountUserOf, signInFirst } from "./user.js";

/** `GET account`: how the user signs in, and where they are signed in. */
export async function showAccount(
  context: ActionContext,
  options: AccountPageOptions,
): Promise<Outcome> {
  const { site, pages, query, headers } = context;
  const own = ownPage(site, pages, "account");
  if (own !== undefined && !prefersJson(headers)) {
    const [error, done] = [query.text("error"), query.text("done")];
    return redirectTo(withQuery(own, { ...(error && { error }), ...(done && { done }) }));
  }
  const person = await accountUserOf(context);
  if (!person) return signInFirst(context);
  const sections = await sectionsOf(context, person);
  const info = await infoOf(context, person, { sections, editable: editableFields(options) });
  return prefersJson(headers) ? variedByAccept(json(info)) : page(context, info, sections);
}

async function page(
  context: ActionContext,
  info: Awaited<ReturnType<typeof infoOf>>,
  sections: readonly NamedSection[],
): Promise<Outcome> {
  const { site, query } = context;
  const rendered = await renderAccount({
    ...(await pageFrame(context)),
    info,
    now: context.now,
    texts: (await context.language()).texts("account-page", accountTexts),
    sections,
    csrfToken: await csrfToken(context),
    action: (act) => actionPath(site, "account", act),
    pageUrl: actionPath(site, "account"),
    passwordUrl: actionPath(site, "password", "change"),
    signOutUrl: actionPath(site, "signout"),
    homeUrl: localOf(site, homeOf(site)),
    passkeyForm: passkeyForm(context),
    marks: formsOf(context).filter((form) => form.kind === "redirect"),
    error: query.text("error"),
    done: query.text("done"),
  });
  return variedByAccept(showPage(rendered));
}

function formsOf({ site, flows }: ActionContext) {
  return [...flows.values()].flatMap((flow) => flow.form(site) ?? []);
}

/** The form that creates a passkey. With explicit linking, it says that it links. */
function passkeyForm(context: ActionContext): WebAuthnForm | undefined {
  const { explicitLinking } = context;
  const form = formsOf(context).find((one) => one.kind === "webauthn");
  if (!form || !explicitLinking) return form;
  return { ...form, optionsUrl: withQuery(form.optionsUrl, { link: "true" }) };
}
