import { MissingCSRF } from "../errors/errors.js";
import { because } from "../errors/reason.js";
import { crossSiteReason, csrfCookieFault, isCsrfToken } from "../http/csrf.js";
import type { ActionContext } from "./context.js";

/** Throws unless the request comes from this site or a trusted origin, with the browser's CSRF token. */
export async function assertOwnForm(context: ActionContext): Promise<void> {
  if (!context.checksCsrf || (await isWithoutCookies(context))) return;
  const fault = await faultOf(context);
  if (fault === undefined) return;
  const { action, tell } = context;
  await tell?.({ type: "form.refused", action, reason: MissingCSRF.type });
  throw fault;
}

/**
 * Browsers add cookies by themselves, whichever site sends the form; an accepted `Authorization`
 * header was set by someone who has the credential. With both, the token is required.
 */
async function isWithoutCookies(context: ActionContext): Promise<boolean> {
  const { headers, sessions, jar, cookies, now } = context;
  if (!sessions.hasCredential || headers.has("cookie")) return false;
  return sessions.hasCredential({ jar, cookie: cookies.session, now });
}

async function faultOf(context: ActionContext): Promise<MissingCSRF | undefined> {
  const isTrusted = context.trustedOrigins.includes(context.headers.get("origin") ?? "");
  const reason = crossSiteReason(context.headers, context.site.origin);
  if (!isTrusted && reason !== undefined) {
    return because("origin", new MissingCSRF(`A request from another site was refused. ${reason}`));
  }
  if (await isCsrfToken(context, context.body.text("csrfToken"))) return undefined;
  const fault = await csrfCookieFault(context);
  const error = new MissingCSRF(
    `The request carried no CSRF token that belongs to this browser. ${fault ? faults[fault] : ""} Forms must send \`csrfToken\`, as \`GET csrf\` gives it, together with the cookie it set.`,
  );
  return fault ? because(fault, error) : error;
}

const faults = {
  "no-cookies": "The browser sent no CSRF cookie.",
  "other-secret": "The CSRF cookie was signed with a different secret.",
} as const;
