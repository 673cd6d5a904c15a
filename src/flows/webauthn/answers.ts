import { asError } from "../../core/errors/as-error.js";
import { FreshSignInRequired, InvalidProvider, RateLimited } from "../../core/errors/errors.js";
import { json, type Outcome } from "../../core/http/outcome.js";
import { RequestProblem } from "../../core/http/request-problem.js";
import { actionUrl, localOf, pageUrl, withQuery } from "../../core/http/urls.js";
import type { Action, ActionContext } from "../../core/actions/context.js";
import { assertWithinLimit } from "../../core/actions/limit.js";
import { requireFlow } from "../../core/actions/provider.js";

/** `GET webauthn-options/{id}`: the options of a WebAuthn ceremony. Called by scripts, so errors are JSON. */
export const GET: Action = async (context) => {
  try {
    return await ask(context);
  } catch (error) {
    if (error instanceof RequestProblem) throw error;
    if (error instanceof RateLimited) return json({ error: "Too many requests" }, 429);
    if (error instanceof FreshSignInRequired) return signInAgain(context, error);
    const isWrong = error instanceof InvalidProvider;
    context.logger.error(isWrong ? error.type : asError(error).name, error);
    return isWrong ? json({ error: "Invalid provider" }, 400) : json({ error: "Failed" }, 500);
  }
};

/** The error, and the URL where the user can fix it. The caller adds where to return to. */
function signInAgain({ site, pages }: ActionContext, { type }: FreshSignInRequired): Outcome {
  const page = pages.signIn ? pageUrl(site, pages.signIn) : actionUrl(site, "signin");
  return json({ error: type, url: localOf(site, withQuery(page, { error: type })) }, 403);
}

async function ask(context: ActionContext): Promise<Outcome> {
  const flow = requireFlow(context);
  await assertWithinLimit(context, flow, { action: "webauthn-options" });
  if (flow.options) return flow.options(context);
  throw new InvalidProvider(
    `The provider ${JSON.stringify(flow.id)} isn't a passkey provider, so it has no WebAuthn options.`,
  );
}
