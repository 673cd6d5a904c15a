import type { AskFirst, Flow } from "../flows/flow.js";
import { csrfToken } from "../http/csrf.js";
import type { Outcome } from "../http/outcome.js";
import { actionPath } from "../http/urls.js";
import { confirmPage } from "../pages/index.js";
import type { ActionContext } from "./context.js";
import { pageFrame, showPage } from "./frame.js";

/** Asks whoever opened the link of a mail whether to sign in. The button posts to the callback. */
export async function showConfirm(
  context: ActionContext,
  flow: Flow,
  { email, fields }: AskFirst,
): Promise<Outcome> {
  const { site } = context;
  const page = await confirmPage({
    ...(await pageFrame(context)),
    email,
    host: new URL(site.origin).host,
    action: actionPath(site, "callback", flow.id),
    csrfToken: await csrfToken(context),
    hidden: fields,
  });
  return showPage(page);
}
