import type { ActionContext } from "../../core/actions/context.js";
import { json, redirectTo, type Outcome } from "../../core/http/outcome.js";
import { ownPage } from "../../core/http/own-routes.js";
import { prefersJson } from "../../core/http/page-or-json.js";
import { actionUrl, withQuery } from "../../core/http/urls.js";
import type { AdapterUser } from "../../types/adapter.js";
import type { Store } from "../../types/store.js";

/** The signed-in user, if they are stored. */
export interface AccountUser {
  readonly user: AdapterUser;
  readonly userId: string;
  readonly store: Store;
}

/** The signed-in user; undefined if nobody is signed in, or the user isn't stored. */
export async function accountUserOf({
  signedInAs,
  store,
}: ActionContext): Promise<AccountUser | undefined> {
  const userId = await signedInAs();
  const user = userId === null || !store ? null : await store.getUser(userId);
  return user && store ? { user, userId: String(user.id), store } : undefined;
}

/** The application's own account page if it has one, else the built-in page. */
export function accountUrl({ site, pages }: ActionContext): string {
  return ownPage(site, pages, "account") ?? actionUrl(site, "account");
}

/** Sends the browser to the sign-in page, and back afterwards. */
export function signInFirst(context: ActionContext): Outcome {
  const error = "SessionRequired";
  const callbackUrl = accountUrl(context);
  const url = withQuery(actionUrl(context.site, "signin"), { callbackUrl, error });
  return prefersJson(context.headers) ? json({ error, url }, 401) : redirectTo(url);
}
