import type { SignedOut } from "../core/plugin.js";
import { withDeadline } from "../deadline.js";
import { SignOutError } from "../errors.js";
import { renewCsrfToken } from "../http/csrf.js";
import { isOutcome, redirectTo, type Outcome } from "../http/outcome.js";
import { asError } from "../thrown.js";
import type { Action, ActionContext } from "./context.js";

/** `POST signout`. */
export const signOut: Action = async (context) => {
  if (!context.tell) return leave(context);
  const { tellingSignOut } = await import("./tell-sign-out.js");
  return tellingSignOut({ ...context, tell: context.tell }, () => leave(context));
};

async function leave(context: ActionContext): Promise<Outcome> {
  const { jar, cookies, now, sessions } = context;
  await renewCsrfToken(context);
  jar.clear(cookies.callbackUrl);
  jar.clear(cookies.proof);
  jar.clear(cookies.prove);
  const leaving = await askPlugins(context);
  await sessions.end({ jar, cookie: cookies.session, now });
  return (await after(context, leaving)) ?? redirectTo(context.callbackUrl);
}

interface Leaving {
  readonly plugin: string;
  readonly after: SignedOut;
}

/** What plugins do once the session has ended. */
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
 * A plugin that fails, or never comes to an end, keeps nobody signed in. It has longer than what it calls, so that it can
 * say what went wrong.
 */
async function guarded<T>(
  { timeout, logger }: ActionContext,
  plugin: string,
  work: () => Promise<T>,
): Promise<T | undefined> {
  try {
    const longest = 2 * timeout;
    const late = () => new Error(`It did not return within ${longest} ms.`);
    return await withDeadline(work(), longest, late);
  } catch (error) {
    const err = asError(error);
    const message = `The plugin ${JSON.stringify(plugin)} failed when a user signed out: ${err.message}`;
    logger.error("SignOutError", new SignOutError(message, { err, plugin }));
    return undefined;
  }
}
