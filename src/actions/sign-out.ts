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
  await sessions.end({ jar, cookie: cookies.session, now });
  return redirectTo(context.callbackUrl);
};
