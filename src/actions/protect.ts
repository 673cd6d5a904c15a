import { MissingCSRF } from "../errors.js";
import { crossSiteReason, isCsrfToken } from "../http/csrf.js";
import type { ActionContext } from "./context.js";

/** Throws unless the request comes from a page of this site and carries its CSRF token. */
export async function assertOwnForm(context: ActionContext): Promise<void> {
  if (!context.checksCsrf) return;
  const reason = crossSiteReason(context.headers, context.site.origin);
  if (reason !== undefined) {
    throw new MissingCSRF(`A request from another site was refused. ${reason}`);
  }
  const csrf = { ...context, cookie: context.cookies.csrf };
  if (await isCsrfToken(csrf, context.body.text("csrfToken"))) return;
  throw new MissingCSRF(
    "The request carried no CSRF token that belongs to this browser. Forms must send `csrfToken`, as `GET csrf` gives it, together with the cookie it set.",
  );
}
