import { checkAccess, type GuardOptions, notSignedIn } from "../visit/guard.js";
import type { HandleHook } from "./kit.js";
import { redirectTo, refused } from "./respond.js";
import { requestStates } from "./visits.js";

/**
 * A hook that requires a signed-in user, on routes and everything below them. Name a route by its
 * id, like its folder; groups may be left out. Browsers without a session are redirected to the
 * sign-in page, and scripts get 401. The pages of a sign-in stay open.
 *
 * ```ts
 * export const handle = sequence(auth.handle, requireUser("/account", "/members"));
 * ```
 */
export function requireUser(...routes: readonly string[]): HandleHook {
  return guard(routes);
}

/** As `requireUser`, and lets guests in: check `session.guest`. */
export function requireUserOrGuest(...routes: readonly string[]): HandleHook {
  return guard(routes, { guests: true });
}

function guard(routes: readonly string[], options?: GuardOptions): HandleHook {
  return async ({ event, resolve }) => {
    const { id } = event.route;
    if (id === null || !routes.some((route) => isBelow(id, route))) return resolve(event);
    // SvelteKit's own client fetches the data of a page, and follows the redirect in it.
    const { refusal } = await checkAccess(
      requestStates.get(event.locals.auth).visit,
      event.isDataRequest,
      options,
    );
    if (!refusal) return resolve(event);
    if (refusal.status === 302) return redirectTo(event, refusal.location, 302);
    return refused(401, notSignedIn);
  };
}

/** A route's id names folders, so no spelling of a URL gets around the guard. */
function isBelow(id: string, route: string): boolean {
  const start = `${route.replace(/\/$/, "")}/`;
  return [id, withoutGroups(id)].some((path) => `${path}/`.startsWith(start));
}

function withoutGroups(id: string): string {
  const isGroup = (folder: string) => folder.startsWith("(") && folder.endsWith(")");
  return id
    .split("/")
    .filter((folder) => !isGroup(folder))
    .join("/");
}
