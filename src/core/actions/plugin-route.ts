import { AuthError, FreshSignInRequired } from "../errors/errors.js";
import { isOutcome, json, redirectTo, type Outcome } from "../http/outcome.js";
import { actionUrl, withQuery } from "../http/urls.js";
import type { Handler } from "../plugin.js";
import type { BoundRoute } from "../plugins/folded.js";
import type { ActionContext } from "./context.js";
import { pluginContext } from "./plugin-context.js";

/** Runs a plugin's route, if the sender is allowed to call it. */
export async function runRoute(
  bound: BoundRoute,
  handler: Handler,
  context: ActionContext,
): Promise<Outcome> {
  const refused = await refuse(bound, context);
  if (refused) return refused;
  return checked(bound, await handler(pluginContext(bound, context)));
}

/** The response to a request that isn't allowed to call a route. */
async function refuse({ route }: BoundRoute, context: ActionContext): Promise<Outcome | undefined> {
  if (route.who === undefined) return undefined;
  const userId = await context.signedInAs();
  if (userId === null) {
    return route.page ? signInFirst(context) : json({ error: "SessionRequired" }, 401);
  }
  if (route.who === "session" || (await context.isFresh(userId))) return undefined;
  const { jar, cookies, site, providerId, action } = context;
  jar.set(cookies.callbackUrl, actionUrl(site, action, providerId));
  throw new FreshSignInRequired(
    "This requires a sign-in within the last ten minutes, with both factors if the user has two.",
  );
}

function signInFirst({ site, action, providerId }: ActionContext): Outcome {
  const callbackUrl = actionUrl(site, action, providerId);
  return redirectTo(
    withQuery(actionUrl(site, "signin"), { callbackUrl, error: "SessionRequired" }),
  );
}

/** Plugins may be written in JavaScript, so the result is checked. */
function checked({ plugin }: BoundRoute, outcome: Outcome): Outcome {
  if (isOutcome(outcome)) return outcome;
  throw new AuthError(
    `A route of the plugin ${JSON.stringify(plugin.name)} didn't return a response. Return \`redirectTo(url)\`, \`json(body)\` or the result of \`context.page(…)\`.`,
  );
}
