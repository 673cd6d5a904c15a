import { csrfToken, renewCsrfToken } from "../http/csrf.js";
import { redirectTo } from "../http/outcome.js";
import { actionUrl, pageUrl } from "../http/urls.js";
import { signOutPage } from "../pages/index.js";
import type { Action } from "./context.js";
import { pageFrame, showPage } from "./frame.js";
import { assertOwnForm } from "./protect.js";

/** `GET signout`: asks first, so that a link or an image signs nobody out. */
export const showSignOut: Action = async (context) => {
  const { pages, site, cookies, callbackUrl } = context;
  if (pages.signOut) return redirectTo(pageUrl(site, pages.signOut));
  const page = await signOutPage({
    ...pageFrame(context),
    csrfToken: await csrfToken({ ...context, cookie: cookies.csrf }),
    callbackUrl,
    action: actionUrl(site, "signout"),
  });
  return showPage(page);
};

/** `POST signout`. */
export const signOut: Action = async (context) => {
  await assertOwnForm(context);
  const { jar, cookies, now, sessions } = context;
  await renewCsrfToken({ ...context, cookie: cookies.csrf });
  jar.clear(cookies.callbackUrl);
  await sessions.end({ jar, cookie: cookies.session, now });
  return redirectTo(context.callbackUrl);
};
