import { csrfToken } from "../../http/csrf.js";
import { json, redirectTo, type Outcome } from "../../http/outcome.js";
import { ownPage } from "../../http/own-routes.js";
import { actionPath, homeOf, localOf, withQuery } from "../../http/urls.js";
import type { WebAuthnForm } from "../../types/forms.js";
import type { Action, ActionContext } from "../../actions/context.js";
import { pageFrame, showPage } from "../../actions/frame.js";
import { infoOf, sectionsOf, type NamedSection } from "./info.js";
import { renderAccount } from "./page.js";
import { isProgram, personOf, signInFirst } from "./person.js";
import { accountTexts } from "./texts.js";

/** `GET account`: how one signs in, and where one is signed in. */
export const showAccount: Action = async (context) => {
  const { site, pages, query } = context;
  const own = ownPage(site, pages, "account");
  if (own !== undefined && !isProgram(context)) {
    const [error, done] = [query.text("error"), query.text("done")];
    return redirectTo(withQuery(own, { ...(error && { error }), ...(done && { done }) }));
  }
  const person = await personOf(context);
  if (!person) return signInFirst(context);
  const sections = await sectionsOf(context, person);
  const info = await infoOf(context, person, sections);
  return isProgram(context) ? varied(json(info)) : page(context, info, sections);
};

async function page(
  context: ActionContext,
  info: Awaited<ReturnType<typeof infoOf>>,
  sections: readonly NamedSection[],
): Promise<Outcome> {
  const { site, query } = context;
  const rendered = await renderAccount({
    ...(await pageFrame(context)),
    info,
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
  return varied(showPage(rendered));
}

function formsOf({ site, flows }: ActionContext) {
  return [...flows.values()].flatMap((flow) => flow.form(site) ?? []);
}

/** The form by which passkeys are made. Where linking is an act of its own, it says that it is. */
function passkeyForm(context: ActionContext): WebAuthnForm | undefined {
  const { explicitLinking } = context;
  const form = formsOf(context).find((one) => one.kind === "webauthn");
  if (!form || !explicitLinking) return form;
  return { ...form, optionsUrl: withQuery(form.optionsUrl, { link: "true" }) };
}

/** The same address answers with a page or with JSON. */
function varied(outcome: Outcome): Outcome {
  if (outcome.kind !== "html" && outcome.kind !== "json") return outcome;
  const vary = `${outcome.headers?.["vary"] ?? "Cookie"}, Accept`;
  return { ...outcome, headers: { ...outcome.headers, vary } };
}
