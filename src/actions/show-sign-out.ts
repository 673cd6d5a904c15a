import { csrfToken } from "../http/csrf.js";
import { redirectTo } from "../http/outcome.js";
import { ownPage } from "../http/own-routes.js";
import { actionPath, localOf } from "../http/urls.js";
import { signOutPage } from "../pages/index.js";
import type { Action } from "./context.js";
import { pageFrame, showPage } from "./frame.js";

/** `GET signout`: asks first, so that a link or an image signs nobody out. */
export const showSignOut: Action = async (context) => {
  const { pages, site, callbackUrl } = context;
  const own = ownPage(site, pages, "signOut");
  if (own !== undefined) return redirectTo(own);
  const page = await signOutPage({
    ...(await pageFrame(context)),
    csrfToken: await csrfToken(context),
    callbackUrl,
    backUrl: localOf(site, callbackUrl),
    action: actionPath(site, "signout"),
  });
  return showPage(page);
};
