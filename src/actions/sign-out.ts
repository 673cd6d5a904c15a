import { renewCsrfToken } from "../http/csrf.js";
import { redirectTo } from "../http/outcome.js";
import type { Action } from "./context.js";
import { assertOwnForm } from "./protect.js";

/** `POST signout`. */
export const signOut: Action = async (context) => {
  await assertOwnForm(context);
  const { jar, cookies, now, sessions } = context;
  await renewCsrfToken({ ...context, cookie: cookies.csrf });
  jar.clear(cookies.callbackUrl);
  jar.clear(cookies.proof);
  jar.clear(cookies.prove);
  const isHere = jar.names().some((name) => name.startsWith(cookies.there.name));
  await sessions.end({ jar, cookie: cookies.session, now });
  if (!isHere) return redirectTo(context.callbackUrl);
  const { leaveProvider } = await import("./logout/at-provider.js");
  return leaveProvider(context);
};
