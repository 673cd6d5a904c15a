import type { Tell } from "../../types/events.js";
import { withDeadline } from "../async/deadline.js";
import { referenceOf } from "../diagnosis/reference.js";
import { asAuthError } from "../errors/as-auth-error.js";
import { asError } from "../errors/as-error.js";
import { SignOutError } from "../errors/errors.js";
import { isOutcome, type Outcome } from "../http/outcome.js";
import { RequestProblem } from "../http/request-problem.js";
import type { SignedOut } from "../plugin.js";
import { whoLeaves } from "../sessions/leaver.js";
import type { ActionContext } from "./context.js";

/** Ends the session between the plugins' hooks. Resolves to where one of them sends the browser, if any does. */
export async function endWithPlugins(
  context: ActionContext,
  end: () => Promise<void>,
): Promise<Outcome | undefined> {
  const leaving = await askPlugins(context);
  await end();
  return after(context, leaving);
}

interface Leaving {
  readonly plugin: string;
  readonly after: SignedOut;
}

/** Runs the plugins' hooks after the session has ended. */
async function askPlugins(context: ActionContext): Promise<readonly Leaving[]> {
  const leaving: Leaving[] = [];
  for (const bound of context.plugins.signOut ?? []) {
    const { name: plugin } = bound.plugin;
    const ask = async () => bound.call(await context.forPlugin(bound));
    const after = await guarded(context, plugin, ask);
    if (after) leaving.push({ plugin, after });
  }
  return leaving;
}

async function after(
  context: ActionContext,
  leaving: readonly Leaving[],
): Promise<Outcome | undefined> {
  let elsewhere: Outcome | undefined;
  for (const { plugin, after: work } of leaving) {
    const outcome = await guarded(context, plugin, work);
    // Plugins may be written in JavaScript.
    if (isOutcome(outcome)) elsewhere ??= outcome;
  }
  return elsewhere;
}

/**
 * Runs one hook. If it fails or never settles, the user is signed out all the same. Its deadline is longer
 * than that of the calls it makes, so that it can report which one failed.
 */
async function guarded<T>(
  { timeout, logger }: ActionContext,
  plugin: string,
  work: () => Promise<T>,
): Promise<T | undefined> {
  try {
    const longest = 2 * timeout;
    const late = () => new Error(`It didn't return within ${longest} ms.`);
    return await withDeadline(work(), longest, late);
  } catch (error) {
    const err = asError(error);
    const message = `The plugin ${JSON.stringify(plugin)} failed when a user signed out: ${err.message}`;
    logger.error("SignOutError", new SignOutError(message, { err, plugin }));
    return undefined;
  }
}

/** Signs the user out and emits the event. The user has to be read before the session ends. */
export async function tellSignOut<T>(
  context: ActionContext,
  tell: Tell,
  work: () => Promise<T>,
): Promise<T> {
  const { jar, cookies, now } = context;
  const leaving = await whoLeaves(context, { jar, cookie: cookies.session, now });
  try {
    const done = await work();
    await tell({ type: "sign-out", ...leaving });
    if (leaving.userId !== undefined) await tell({ type: "session.ended", ...leaving });
    return done;
  } catch (thrown) {
    if (thrown instanceof RequestProblem) throw thrown;
    const error = asAuthError(thrown);
    const reference = referenceOf(error);
    await tell({ type: "sign-out.failed", reason: error.type, reference, ...leaving });
    throw error;
  }
}
