import { MissingCSRF } from "../errors.js";
import { crossSiteReason, csrfCookieFault, isCsrfToken } from "../http/csrf.js";
import type { ActionContext } from "./context.js";

/** Throws unless the request comes from a page of this site, or one it trusts, with its CSRF token. */
export async function assertOwnForm(context: ActionContext): Promise<void> {
  if (!context.checksCsrf) return;
  const fault = await faultOf(context);
  if (fault === undefined) return;
  const { action, tell } = context;
  await tell?.({ type: "form.refused", action, reason: MissingCSRF.type });
  throw new MissingCSRF(fault);
}

async function faultOf(context: ActionContext): Promise<string | undefined> {
  const isTrusted = context.trustedOrigins.includes(context.headers.get("origin") ?? "");
  const reason = crossSiteReason(context.headers, context.site.origin);
  if (!isTrusted && reason !== undefined) {
    return `A request from another site was refused. ${reason}`;
  }
  if (await isCsrfToken(context, context.body.text("csrfToken"))) return undefined;
  const fault = await csrfCookieFault(context);
  return `The request carried no CSRF token that belongs to this browser. ${fault ?? ""} Forms must send \`csrfToken\`, as \`GET csrf\` gives it, together with the cookie it set.`;
}
