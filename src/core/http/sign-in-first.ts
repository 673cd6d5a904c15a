import { redirectTo, type Outcome } from "./outcome.js";
import { actionUrl, withQuery, type Site } from "./urls.js";

/** Sends the browser to the sign-in page, and back to `callbackUrl` afterwards. */
export const signInFirst = (site: Site, callbackUrl: string): Outcome =>
  redirectTo(withQuery(actionUrl(site, "signin"), { callbackUrl, error: "SessionRequired" }));
