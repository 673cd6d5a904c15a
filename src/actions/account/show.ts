import { csrfToken } from "../../http/csrf.js";
import { json, redirectTo, type Outcome } from "../../http/outcome.js";
import { ownPage } from "../../http/own-routes.js";
import { actionPath, localOf, withQuery } from "../../http/urls.js";
import { accountPage } from "../../pages/account.js";
import { accountTexts } from "../../pages/account-texts.js";
import type { WebAuthnForm } from "../../types/forms.js";
import type { Action, ActionContext } from "../context.js";
import { pageFrame, showPage } from "../frame.js";
import { infoOf } from "./info.js";
import { assertOffered, isProgram, personOf, signInFirst } from "./who.js";

/** `GET account`: how one signs in, and where one is signed in. */
export const showAccount: Action = async (context) => {
  assertOffered(context);
  const { site, pages, query } = context;
  const own = ownPage(site, pages, "account");
  if (own !== undefined && !isProgram(context)) {
    const [error, done] = [query.text("error"), query.text("done")];
    return redirectTo(withQuery(own, { ...(error && { error }), ...(done && { done }) }));
  }
  const person = await personOf(context);
  if (!person) return signInFirst(context);
  const info = await infoOf(context, person);
  return isProgram(context) ? varied(json(info)) : page(context, info);
};

async function page(
  context: ActionContext,
  info: Awaited<ReturnType<typeof infoOf>>,
): Promise<Outcome> {
  const { site, query } = context;
  const rendered = await accountPage({
    ...pageFrame(context),
    info,
    texts: (await context.spoken?.rare("account")) ?? accountTexts,
    secondStep: info.secondStep === null ? undefined : await secondStep(context),
    csrfToken: await csrfToken(context),
    action: (act) => actionPath(site, "account", act),
    pageUrl: actionPath(site, "account"),
    passwordUrl: actionPath(site, "password", "change"),
    signOutUrl: actionPath(site, "signout"),
    homeUrl: localOf(site, site.origin),
    passkeyForm: passkeyForm(context),
    error: query.text("error"),
    done: query.text("done"),
  });
  return varied(showPage(rendered));
}

/** Where it is turned on and off, and how that page speaks of it. */
async function secondStep({ site, spoken }: ActionContext) {
  const { settings } =
    (await spoken?.rare("secondStep")) ??
    (await import("../../pages/second-step-texts.js")).secondStepTexts;
  return { texts: settings, url: actionPath(site, "second-step", "settings") };
}

/** The form by which passkeys are made. Where linking is an act of its own, it says that it is. */
function passkeyForm({ site, flows, explicitLinking }: ActionContext): WebAuthnForm | undefined {
  const forms = [...flows.values()].flatMap((flow) => flow.form(site) ?? []);
  const form = forms.find((one) => one.kind === "webauthn");
  if (!form || !explicitLinking) return form;
  return { ...form, optionsUrl: withQuery(form.optionsUrl, { link: "true" }) };
}

/** The same address answers with a page or with JSON. */
function varied(outcome: Outcome): Outcome {
  if (outcome.kind !== "html" && outcome.kind !== "json") return outcome;
  return { ...outcome, headers: { ...outcome.headers, vary: "Cookie, Accept" } };
}
