import type { Plugin, Route } from "../../core/plugin.js";
import { definePlugin } from "../../engine/define-plugin.js";
import type { AccountAct } from "../../types/account-page.js";

/**
 * The page `{basePath}/account`: users see and change how they sign in and where they are signed in. The same as JSON
 * for a page of your own. An account that is refused because a user has its address waits for that user's yes.
 *
 * ```ts
 * const config: AuthConfig = {
 *   providers: [GitHub, Google],
 *   adapter,
 *   plugins: [accountPage()],
 * };
 * ```
 */
export function accountPage(): Plugin<"account-page"> {
  return definePlugin({
    name: "account-page",
    needs: { adapter: "shows and changes how stored users sign in", proof: true },
    create: () => ({
      routes,
      signIn: {
        refused: async (context, of) => (await import("./sign-in.js")).refused(context, of),
        passkey: async (context, used) => (await import("./sign-in.js")).passkey(context, used),
        next: async (context, signIn) => (await import("./sign-in.js")).next(context, signIn),
      },
    }),
  });
}

const load = () => import("./routes.js");

const change = (act: AccountAct): Route => ({
  POST: async (context) => (await load()).change(context, act),
  page: true,
});

const routes: Readonly<Record<string, Route>> = {
  account: { GET: async (context) => (await load()).show(context), page: true },
  "account/pending": { GET: async (context) => (await load()).ask(context), page: true },
  "account/unlink": change("unlink"),
  "account/remove-passkey": change("remove-passkey"),
  "account/rename-passkey": change("rename-passkey"),
  "account/link": change("link"),
  "account/link-pending": change("link-pending"),
  "account/end-session": change("end-session"),
  "account/end-others": change("end-others"),
  "account/delete": change("delete"),
};
