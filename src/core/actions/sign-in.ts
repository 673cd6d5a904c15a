import { attempt } from "../events/attempt.js";
import { Fields } from "../http/fields.js";
import { type Outcome, redirectTo } from "../http/outcome.js";
import { actionUrl } from "../http/urls.js";
import { isStepUpRequested } from "../step-up/proof-cookie.js";
import type { Action, ActionContext } from "./context.js";
import { assertWithinLimit } from "./limit.js";
import { requireFlow } from "./provider.js";
import { noteRemember } from "./remember-me.js";
import { withFreshPrompt } from "./step-up-request.js";

/** `POST signin/{id}`: starts a sign-in. */
export const beginSignIn: Action = async (sent): Promise<Outcome> => {
  const context = hasPassword(sent) ? withoutPassword(sent) : sent;
  const signInUrl = actionUrl(context.site, "signin");
  if (context.providerId === undefined) return redirectTo(signInUrl);
  const flow = await attempt(context, {}, async () => requireFlow(context));
  return attempt(context, { provider: flow.id }, async () => {
    await assertWithinLimit(context, flow, { action: "signin" });
    noteRemember(context);
    if (!flow.begin) return redirectTo(signInUrl);
    if (!isStepUpRequested(context)) return flow.begin(context);
    return flow.begin(await withFreshPrompt(context, flow));
  });
};

/** If there's a password provider, the form on the sign-in page has a password field. */
function hasPassword({ body, flows }: ActionContext): boolean {
  if (body.value("password") === undefined) return false;
  return [...flows.values()].some(({ acts }) => acts !== undefined);
}

const NAME = "password";

/**
 * The request without the password. One form on the sign-in page serves several providers, so the password is
 * hidden from the others, and from app functions that send mails or count attempts.
 */
function withoutPassword(context: ActionContext): ActionContext {
  const { [NAME]: _, ...kept } = context.body.toObject();
  return {
    ...context,
    body: Fields.fromObject(kept),
    toRequest: () => {
      const { url, method, headers } = context.toRequest();
      return new Request(url, { method, headers, body: JSON.stringify(kept) });
    },
  };
}
