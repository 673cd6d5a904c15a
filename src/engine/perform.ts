import type { Action, ActionContext } from "../actions/context.js";
import type { Settings } from "../config/settings.js";
import { RequestProblem } from "../http/problem.js";
import type { Outcome } from "../http/outcome.js";
import type { AuditSink } from "../types/audit.js";
import type { ResponseCookie } from "../types/http.js";
import type { Audited } from "./audited.js";
import { asAuthError } from "./caught.js";
import { createContext, targetOf, type Incoming, type PerformDeps } from "./context.js";

/** What an action came to, with the cookies it set either way. */
export type Performed = { readonly cookies: readonly ResponseCookie[] } & (
  | { readonly outcome: Outcome; readonly error?: never }
  | { readonly error: RequestProblem | ReturnType<typeof asAuthError> }
);

export interface PerformOptions {
  /** The action ends in a redirect to a URL that the request may name. */
  readonly redirects: boolean;
  /** The caller is the application itself, so that there is no form to protect. */
  readonly trusted: boolean;
}

/** Runs an action. What it throws is logged and given back, so that its cookies are not lost. */
export async function perform(
  deps: PerformDeps,
  { act, incoming }: { act: Action; incoming: Incoming },
  { redirects, trusted }: PerformOptions,
): Promise<Performed> {
  const own = createContext(deps, incoming);
  if (trusted) own.checksCsrf = false;
  let context: ActionContext = own;
  let audited: Audited | undefined;
  try {
    audited = deps.settings.audit && (await openAudit(deps.settings.audit, incoming, context));
    if (redirects) own.callbackUrl = await targetOf(own);
    if (audited) context = { ...own, ...audited.told };
    const { speak } = deps.settings;
    const outcome = speak
      ? await inLanguage(speak, { act, incoming }, context)
      : await act(context);
    if (audited) await audited.ended(outcome);
    return { outcome, cookies: context.jar.changes() };
  } catch (thrown) {
    if (thrown instanceof RequestProblem) return { error: thrown, cookies: [] };
    const error = asAuthError(thrown);
    deps.settings.logger.error(error.type, error);
    if (audited) await audited.failed(error);
    if (redirects) {
      const { noteFailure } = await import("./failure.js");
      await noteFailure(deps.settings, context, error);
    }
    return { error, cookies: context.jar.changes() };
  }
}

/** Few applications choose the language of their pages. */
async function inLanguage(
  speak: NonNullable<Settings["speak"]>,
  { act, incoming }: { act: Action; incoming: Incoming },
  context: ActionContext,
): Promise<Outcome> {
  const { inTheLanguageOf, speaking } = await import("./spoken.js");
  const heard = await speaking(speak, incoming, context);
  return inTheLanguageOf(heard.spoken, await act(heard));
}

/** Most configurations have no audit trail, and reading sessions never has one. */
async function openAudit(
  audit: AuditSink,
  { action }: Incoming,
  context: ActionContext,
): Promise<Audited | undefined> {
  if (action === "session") return undefined;
  const { watch } = await import("./audited.js");
  return watch(audit, action, context);
}
