import type { Route } from "../../core/plugin.js";
import type { AdminPages, AdminPagesOptions, PagesDeps } from "./options.js";
import type { PageAct } from "./page-acts.js";

/**
 * Adds pages on which administrators find and manage users: `{basePath}/admin`.
 *
 * ```ts
 * admin({ mayAdminister: (user) => user.role === "admin", pages: adminPages() });
 * ```
 */
export function adminPages(pages: AdminPagesOptions = {}): AdminPages {
  return { routes: (deps) => routesWith({ ...deps, pages }) };
}

const load = () => import("./pages.js");

/** The handlers ask who it is: users who aren't administrators mustn't learn what there is. */
function routesWith(deps: PagesDeps): Readonly<Record<string, Route>> {
  const { invitations, impersonation } = deps.options;
  const act = (name: PageAct): Route => ({
    POST: async (context) => (await load()).act(deps, context, name),
    page: true,
  });
  return {
    admin: { GET: async (context) => (await load()).showUsers(deps, context), page: true },
    "admin/user": { GET: async (context) => (await load()).showUser(deps, context), page: true },
    "admin/ban": act("ban"),
    "admin/unban": act("unban"),
    "admin/end-sessions": act("end-sessions"),
    "admin/reset-second-factor": act("reset-second-factor"),
    "admin/remove-password": act("remove-password"),
    ...(invitations && { "admin/invite": act("invite"), "admin/withdraw": act("withdraw") }),
    ...(impersonation && {
      "admin/impersonate": {
        POST: async (context) => (await load()).impersonateFromPage(deps, context),
        page: true,
      },
      "admin/return": {
        GET: async (context) => (await load()).showReturn(context),
        POST: async (context) => (await load()).comeBack(context),
        page: true,
      },
    }),
  };
}
