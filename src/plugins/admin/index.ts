import { definePlugin } from "../../core/engine/define-plugin.js";
import { MissingAdapterMethods } from "../../core/errors/errors.js";
import type { Context, Plugin } from "../../core/plugin.js";
import { instances } from "../../core/plugins/instances.js";
import type { Sessions } from "../../core/sessions/contract.js";
import { pluginApp, pluginsOf, type ConfigWithPlugins } from "../../doors/plugin-app.js";
import type { Untyped } from "../../types/common.js";
import type { ToldEvent } from "../../types/events.js";
import { doorHooks } from "./doors.js";
import { impersonations, withImpersonation, type WithImpersonator } from "./impersonation.js";
import { adminActs } from "./managed.js";
import { assertOptions, type AdminDeps, type AdminOptions } from "./options.js";
import { adminTable } from "./table.js";
import type { AdminActs } from "./types.js";

export type { AdministeredUser, AdminOptions } from "./options.js";
export type { Impersonator, WithImpersonator } from "./impersonation.js";
export { AdminRefused, type AdminRefusal } from "./refused.js";
export type {
  AdminActs,
  AdminPage,
  AdminSession,
  Ban,
  BanRequest,
  UserPage,
  UserToAdd,
} from "./types.js";

const known = /* @__PURE__ */ instances<AdminDeps>();

function create<Columns = Untyped>(
  options: AdminOptions<Columns>,
): Plugin<"admin", WithImpersonator> {
  return definePlugin<"admin", WithImpersonator>({
    name: "admin",
    needs: { records: "stores bans" },
    tables: options.impersonation ? [adminTable, impersonations] : [adminTable],
    create(app) {
      assertOptions(options);
      const deps = { options, app };
      known.set(app, deps);
      return {
        async check({ store }) {
          const missing = (await store?.missing(["getUser"])) ?? [];
          if (missing.length === 0) return undefined;
          return new MissingAdapterMethods(
            'The adapter has no method "getUser", which the plugin "admin" needs. Complete it with `extend`.',
          );
        },
        ...doorHooks(deps),
        ...(options.impersonation && impersonationHooks(deps)),
      };
    },
  });
}

function impersonationHooks(deps: AdminDeps) {
  const load = () => import("./impersonate.js");
  return {
    wrapSessions: (sessions: Sessions) => Promise.resolve(withImpersonation(sessions, deps)),
    routes: {
      "admin/impersonate": {
        POST: async (context: Context) => (await load()).impersonate(deps, context),
        who: "proof",
      },
      "admin/return": { POST: async (context: Context) => (await load()).comeBack(context) },
    },
    async signOut(context: Context) {
      await (await load()).endImpersonation(context);
      return undefined;
    },
  } as const;
}

/** Administers users on the server. */
export interface ManagedAdmin extends AdminActs {
  /**
   * The same, done by an administrator: each act checks that they are one, and records their id.
   * Pass the id of the signed-in user.
   */
  as(adminId: string): AdminActs;
}

/** `admin(options)` creates the plugin; `admin.of(config)` administers users on the server. */
export interface Admin {
  <Columns = Untyped>(options: AdminOptions<Columns>): Plugin<"admin", WithImpersonator>;
  /** Administers the users of a configuration. */
  of(config: ConfigWithPlugins): ManagedAdmin;
}

/**
 * Administers users: bans, sessions, and second factors and passwords that were lost.
 *
 * ```ts
 * const config = defineConfig({
 *   providers: [GitHub],
 *   adapter,
 *   plugins: [admin<{ role: string }>({ mayAdminister: (user) => user.role === "admin" })],
 * });
 * await admin.of(config).as(session.user.id).ban(userId, { reason: "Spam" });
 * ```
 */
export const admin: Admin = /* @__PURE__ */ Object.assign(create, {
  of(config: ConfigWithPlugins): ManagedAdmin {
    const app = pluginApp(config, "admin");
    const deps = known.in(app);
    if (!deps) {
      throw new TypeError("`admin` was imported from another copy of Latchkey than the plugin.");
    }
    const parts = {
      deps,
      plugins: pluginsOf(config),
      ready: () => app.ready(),
      tell: (event: ToldEvent) => app.tell(event),
    };
    return { ...adminActs(parts), as: (by) => adminActs({ ...parts, by }) };
  },
});
