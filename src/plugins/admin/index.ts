import { definePlugin } from "../../core/engine/define-plugin.js";
import { InvalidConfiguration, MissingAdapterMethods } from "../../core/errors/errors.js";
import type { Context, Plugin, PluginHooks, Runtime } from "../../core/plugin.js";
import { instances } from "../../core/plugins/instances.js";
import type { Sessions } from "../../core/sessions/contract.js";
import { partsOf } from "../../core/plugins/runtime.js";
import { mailingOf, pluginApp, pluginsOf, type ConfigWithPlugins } from "../../doors/plugin-app.js";
import type { Untyped } from "../../types/common.js";
import type { ToldEvent } from "../../types/events.js";
import type { Table } from "../../types/records.js";
import { doorHooks } from "./doors.js";
import { impersonations, withImpersonation, type WithImpersonator } from "./impersonation.js";
import { invitations } from "./invitation.js";
import { adminActs } from "./managed.js";
import { assertOptions, type AdminDeps, type AdminOptions } from "./options.js";
import { adminTable } from "./table.js";
import type { AdminActs } from "./types.js";

export type {
  AdministeredUser,
  AdminOptions,
  AdminPages,
  AdminPagesOptions,
  InvitationOptions,
} from "./options.js";
export { adminPages } from "./page-routes.js";
export type { Impersonator, WithImpersonator } from "./impersonation.js";
export { AdminRefused, type AdminRefusal } from "./refused.js";
export type {
  AdminActs,
  AdminPage,
  AdminSession,
  Ban,
  BanRequest,
  InvitedUser,
  OpenInvitation,
  UserPage,
  UserToAdd,
  UserToInvite,
} from "./types.js";

const known = /* @__PURE__ */ instances<AdminDeps>();

function create<Columns = Untyped>(
  options: AdminOptions<Columns>,
): Plugin<"admin", WithImpersonator> {
  return definePlugin<"admin", WithImpersonator>({
    name: "admin",
    needs: { records: "stores bans", ...(options.pages && { proof: true }) },
    tables: [
      adminTable,
      ...(options.impersonation ? [impersonations] : []),
      ...(options.invitations ? [invitations] : []),
    ],
    create(app) {
      assertOptions(options);
      const deps = { options, app };
      known.set(app, deps);
      return {
        check: (runtime) => problemOf(deps, runtime),
        ...doorHooks(deps),
        ...(options.impersonation && impersonationHooks(deps)),
        routes: {
          ...(options.impersonation && impersonationRoutes(deps)),
          ...(options.invitations && invitationRoutes(deps)),
          ...options.pages?.routes(deps),
        },
      };
    },
  });
}

async function problemOf({ options }: AdminDeps, runtime: Runtime) {
  const missing = (await runtime.store?.missing(["getUser"])) ?? [];
  if (missing.length > 0) {
    return new MissingAdapterMethods(
      'The adapter has no method "getUser", which the plugin "admin" needs. Complete it with `extend`.',
    );
  }
  if (!options.invitations) return undefined;
  const { mailerOf } = await import("./invite.js");
  if (mailerOf(options.invitations, partsOf(runtime).flows.values())) return undefined;
  return new InvalidConfiguration(
    'The plugin "admin" sends invitations, and no provider sends mails. Add one, such as `Nodemailer()`, to `providers`, or pass it: `invitations: { email: Nodemailer({ … }) }`. A mailer of your own needs a `sendNotice` function.',
  );
}

type Routes = NonNullable<PluginHooks["routes"]>;

const loadActing = () => import("./impersonate.js");

function impersonationRoutes(deps: AdminDeps): Routes {
  return {
    "admin/impersonate": {
      POST: async (context: Context) => (await loadActing()).impersonate(deps, context),
      who: "proof",
    },
    "admin/return": { POST: async (context: Context) => (await loadActing()).comeBack(context) },
  };
}

function impersonationHooks(deps: AdminDeps) {
  return {
    wrapSessions: (sessions: Sessions) => Promise.resolve(withImpersonation(sessions, deps)),
    async signOut(context: Context) {
      await (await loadActing()).endImpersonation(context);
      return undefined;
    },
  } as const;
}

const loadAccepting = () => import("./accept.js");

function invitationRoutes(deps: AdminDeps): Routes {
  return {
    "admin/invitation": {
      GET: async (context: Context) => (await loadAccepting()).showInvitation(context),
      POST: async (context: Context) => (await loadAccepting()).acceptInvitation(deps, context),
      page: true,
    },
  };
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
  /** Every table it can have, whatever its options. */
  readonly tables: readonly Table[];
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
  tables: [adminTable, impersonations, invitations],
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
      mailing: () => mailingOf(config),
    };
    return { ...adminActs(parts), as: (by) => adminActs({ ...parts, by }) };
  },
});
