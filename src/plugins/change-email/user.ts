import type { ActionContext } from "../../core/actions/context.js";
import { coreOf } from "../../core/actions/plugin-context.js";
import type { Outcome } from "../../core/http/outcome.js";
import { notFound } from "../../core/http/request-problem.js";
import { signInFirst } from "../../core/http/sign-in-first.js";
import { homeOf, withQuery } from "../../core/http/urls.js";
import type { Context } from "../../core/plugin.js";
import type { AdapterUser } from "../../types/adapter.js";
import type { Store } from "../../types/store.js";

/** The core's context of a request, with a store. */
export type StoredContext = ActionContext & { readonly store: Store };

export function storedContext(context: Context): StoredContext {
  const core = coreOf(context);
  const { store } = core;
  if (!store) throw notFound();
  return { ...core, store };
}

/** The signed-in user. */
export async function userHere(context: Context): Promise<AdapterUser | null> {
  const userId = await context.signedInAs();
  return userId === null ? null : storedContext(context).store.getUser(userId);
}

/** Sends the browser to the sign-in page, and back to this page afterwards. */
export function signInHere(context: Context, act?: string, token?: string): Outcome {
  const page = context.url("change-email", act);
  return signInFirst(context.site, token === undefined ? page : withQuery(page, { token }));
}

/** Where the user came from. After a step-up, the previous page is this one, so it isn't used. */
export function backUrl(context: Context): string {
  const { site, callbackUrl } = context;
  return callbackUrl.startsWith(context.url("change-email")) ? homeOf(site) : callbackUrl;
}
