import { json, redirectTo, type Outcome } from "../../http/outcome.js";
import { ownPage } from "../../http/own-routes.js";
import { actionUrl, withQuery } from "../../http/urls.js";
import type { AdapterUser } from "../../types/adapter.js";
import type { Store } from "../../types/store.js";
import type { ActionContext } from "../../actions/context.js";

/** Who is signed in, as far as they are stored. */
export interface Person {
  readonly user: AdapterUser;
  readonly userId: string;
  readonly store: Store;
}

/** The signed-in user; undefined if nobody is signed in who is stored. */
export async function personOf({ signedInAs, store }: ActionContext): Promise<Person | undefined> {
  const userId = await signedInAs();
  const user = userId === null || !store ? null : await store.getUser(userId);
  return user && store ? { user, userId: String(user.id), store } : undefined;
}

/** The application's own page if it has one, else ours. */
export function accountUrl({ site, pages }: ActionContext): string {
  return ownPage(site, pages, "account") ?? actionUrl(site, "account");
}

/** Programs say that they take JSON and no page, or ask not to be redirected. */
export function isProgram({ headers }: ActionContext): boolean {
  const accept = headers.get("accept") ?? "";
  const takesJson = accept.includes("application/json") && !accept.includes("text/html");
  return takesJson || headers.has("x-auth-return-redirect");
}

/** Nobody is signed in. */
export function signInFirst(context: ActionContext): Outcome {
  const error = "SessionRequired";
  const callbackUrl = accountUrl(context);
  const url = withQuery(actionUrl(context.site, "signin"), { callbackUrl, error });
  return isProgram(context) ? json({ error, url }, 401) : redirectTo(url);
}
