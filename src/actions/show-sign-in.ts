import { csrfToken } from "../http/csrf.js";
import { redirectTo } from "../http/outcome.js";
import { actionUrl, pageUrl, withQuery } from "../http/urls.js";
import { signInPage } from "../pages/index.js";
import type { Action, ActionContext } from "./context.js";
import { pageFrame, showPage } from "./frame.js";

/** `GET signin`: the page with all ways in, or the application's own. */
export const showSignIn: Action = async (context) => {
  const { query, callbackUrl, jar, cookies, site } = context;
  if (callbackUrl !== site.origin) jar.set(cookies.callbackUrl, callbackUrl);
  const own = ownSignInPage(context);
  const error = query.text("error");
  const code = query.text("code");
  if (own !== undefined) {
    return redirectTo(
      withQuery(own, { callbackUrl, ...(error && { error }), ...(code && { code }) }),
    );
  }
  const page = await signInPage({
    ...pageFrame(context),
    csrfToken: await csrfToken({ ...context, cookie: cookies.csrf }),
    callbackUrl,
    forms: [...context.flows.values()].flatMap((flow) => flow.form(site) ?? []),
    error,
    code,
    email: query.text("email"),
  });
  return showPage(page);
};

/** The application's sign-in page, unless it is this very address. */
function ownSignInPage({ pages, site }: ActionContext): string | undefined {
  if (!pages.signIn) return undefined;
  const url = pageUrl(site, pages.signIn);
  return url.split(/[?#]/, 1)[0] === actionUrl(site, "signin") ? undefined : url;
}
