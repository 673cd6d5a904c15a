import { isWayIn } from "../visit/place.js";
import { acceptsHtml, refusalOf } from "../visit/refusal.js";
import type { HandleHook } from "./kit.js";
import { redirectTo, refused } from "./respond.js";
import { courseOf } from "./visits.js";

/**
 * A hook that lets only those pass who are signed in, on routes and all that is below them. A route
 * is named by its id, as its folder is; groups may be left out. Others are sent to the sign-in page, and
 * programs get 401. Pages on the way to a sign-in stay open.
 *
 * ```ts
 * export const handle = sequence(auth.handle, requireUser("/account", "/members"));
 * ```
 */
export function requireUser(...routes: readonly string[]): HandleHook {
  return async ({ event, resolve }) => {
    const { id } = event.route;
    if (id === null || !routes.some((route) => isBelow(id, route))) return resolve(event);
    const { engine, sender } = courseOf(event).visit;
    const session = await event.locals.auth();
    if (session?.user || isWayIn(engine, sender)) return resolve(event);
    // SvelteKit's own client asks for the data of a page, and goes where it is told.
    const isPage = event.isDataRequest || acceptsHtml(sender.headers);
    const refusal = refusalOf(engine, sender, isPage);
    if (refusal.status === 302) return redirectTo(event, refusal.location, 302);
    return refused(401, "Nobody is signed in.");
  };
}

/** The id of a route names folders, so that no way of writing an address leads around it. */
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
