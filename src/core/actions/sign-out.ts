import { renewCsrfToken } from "../http/csrf.js";
import { redirectTo, type Outcome } from "../http/outcome.js";
import type { Action, ActionContext } from "./context.js";

/** `POST signout`. */
export const signOut: Action = async (context) => {
  const { tell, host } = context;
  return tell && host ? host.tellSignOut(context, tell, () => leave(context)) : leave(context);
};

async function leave(context: ActionContext): Promise<Outcome> {
  const { jar, cookies, now, sessions, host, plugins } = context;
  await renewCsrfToken(context);
  jar.clear(cookies.callbackUrl);
  jar.clear(cookies.proof);
  jar.clear(cookies.prove);
  const end = () => sessions.end({ jar, cookie: cookies.session, now });
  const elsewhere = plugins.signOut && host ? await host.endWithPlugins(context, end) : await end();
  return elsewhere ?? redirectTo(context.callbackUrl);
}
