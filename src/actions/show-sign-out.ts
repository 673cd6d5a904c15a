import { csrfToken } from "../http/csrf.js";
import { redirectTo } from "../http/outcome.js";
import { actionUrl, pageUrl } from "../http/urls.js";
import { signOutPage } from "../pages/index.js";
import type { Action } from "./context.js";
import { pageFrame, showPage } from "./frame.js";

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
