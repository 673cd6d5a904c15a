import { definePlugin } from "../../core/engine/define-plugin.js";
import type { Plugin, Route } from "../../core/plugin.js";
import type { AccountAct } from "../../types/account-page.js";
import type { Untyped } from "../../types/common.js";
import type { AccountPageOptions } from "./options.js";

export type { Profile } from "../../core/linking/change-profile.js";
export type { AccountPageOptions } from "./options.js";

/**
 * Adds the page `{basePath}/account`, where users see and change how they sign in and where they
 * are signed in. It answers in JSON, too, for a page of your own. If a user has the address of a
 * new account, the account waits until that user confirms it.
 *
 * ```ts
 * const config: AuthConfig = {
 *   providers: [GitHub, Google],
 *   adapter,
 *   plugins: [accountPage()],
 * };
 * ```
 */
export function accountPage<Columns = Untyped>(
  options: AccountPageOptions<Columns> = {},
): Plugin<"account-page"> {
  return definePlugin({
    name: "account-page",
    needs: { adapter: "shows and changes how stored users sign in", proof: true },
    create: () => ({
      routes: routesWith(options),
      signIn: {
        refused: async (context, of) => (await import("./sign-in.js")).refused(context, of),
        passkey: async (context, used) => (await import("./sign-in.js")).passkey(context, used),
        next: async (context, signIn) => (await import("./sign-in.js")).next(context, signIn),
      },
    }),
  });
}

const load = () => import("./routes.js");

function routesWith(options: AccountPageOptions): Readonly<Record<string, Route>> {
  const change = (act: AccountAct): Route => ({
    POST: async (context) => (await load()).change(context, act, options),
    page: true,
  });
  return {
    account: { GET: async (context) => (await load()).show(context, options), page: true },
    "account/pending": { GET: async (context) => (await load()).ask(context), page: true },
    "account/unlink": change("unlink"),
    "account/remove-passkey": change("remove-passkey"),
    "account/rename-passkey": change("rename-passkey"),
    "account/link": change("link"),
    "account/link-pending": change("link-pending"),
    "account/end-session": change("end-session"),
    "account/end-others": change("end-others"),
    "account/profile": change("profile"),
    "account/export": change("export"),
    "account/delete": change("delete"),
  };
}
