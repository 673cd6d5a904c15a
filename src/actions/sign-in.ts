import { attempt } from "../accounts/attempt.js";
import { isAsked } from "../accounts/fresh.js";
import { redirectTo, type Outcome } from "../http/outcome.js";
import { actionUrl } from "../http/urls.js";
import type { Action, ActionContext } from "./context.js";
import { assertWithinLimit } from "./limit.js";
import { requireFlow } from "./provider.js";
import { noteRemember } from "./remember.js";

/** `POST signin/{id}`: begins a sign-in. */
export const beginSignIn: Action = async (sent): Promise<Outcome> => {
  const context = hasPassword(sent)
    ? (await import("./without-password.js")).withoutPassword(sent)
    : sent;
  const signInUrl = actionUrl(context.site, "signin");
  if (context.providerId === undefined) return redirectTo(signInUrl);
  const flow = await attempt(context, {}, async () => requireFlow(context));
  return attempt(context, { provider: flow.id }, async () => {
    await assertWithinLimit(context, flow, { action: "signin" });
    noteRemember(context);
    if (!flow.begin) return redirectTo(signInUrl);
    if (!isAsked(context)) return flow.begin(context);
    const { askingAnew } = await import("./prove.js");
    return flow.begin(await askingAnew(context, flow));
  });
};

/** Where there are passwords, the form of the sign-in page has a field for one. */
function hasPassword({ body, flows }: ActionContext): boolean {
  if (body.value("password") === undefined) return false;
  return [...flows.values()].some(({ acts }) => acts !== undefined);
}
