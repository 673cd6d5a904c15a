import { ownCookie } from "../../core/cookies/names.js";
import { asError } from "../../core/errors/as-error.js";
import { SessionTokenError } from "../../core/errors/errors.js";
import type { App, StoredRuntime } from "../../core/plugin.js";
import type { SessionContext, SessionRead, Sessions } from "../../core/sessions/contract.js";
import { faultOf } from "../../core/sessions/fault.js";
import type { AdapterUser } from "../../types/adapter.js";
import type { RowOf, Table } from "../../types/records.js";
import type { AdminDeps } from "./options.js";
import { isAdministrator, mayActOn } from "./permit.js";
import { activeBan, readRow } from "./table.js";

/** Who acts as a user now. */
export const impersonations = {
  name: "admin_impersonation",
  columns: {
    id: { kind: "key" },
    adminId: { kind: "key", references: "user" },
    userId: { kind: "key", references: "user" },
    /** The administrator's own session. It ends with that. */
    sid: { kind: "key" },
    expiresAt: { kind: "date" },
  },
  key: "id",
  indexes: [["adminId"], ["userId"]],
  expires: "expiresAt",
} as const satisfies Table;

export type Impersonation = RowOf<typeof impersonations>;

/** The cookie, as `context.cookie` writes it. */
export const cookieName = "as";

/** The administrator behind a session: `session.impersonator`. */
export interface Impersonator {
  readonly id: string;
  readonly name: string | null;
}

/** The field that the plugin adds to a session. Sessions of users themselves don't have it. */
export interface WithImpersonator {
  readonly impersonator?: Impersonator;
}

interface Active {
  readonly user: AdapterUser;
  readonly admin: AdapterUser;
  readonly row: Impersonation;
}

/**
 * The application sees the user, with the administrator beside them. For everything of the library that
 * asks who is signed in, nobody is: nothing of the account can be changed, neither the user's nor the
 * administrator's. Their own session stays underneath.
 */
export function withImpersonation(sessions: Sessions, deps: AdminDeps): Sessions {
  const known = new WeakMap<SessionContext["jar"], Promise<Active | null>>();
  const active = (context: SessionContext): Promise<Active | null> => {
    const found = known.get(context.jar) ?? find(sessions, deps, context);
    known.set(context.jar, found);
    return found;
  };
  const { currentUser } = sessions;
  return {
    ...sessions,
    current: async (context) => ((await active(context)) ? null : sessions.current(context)),
    ...(currentUser && {
      currentUser: async (context: SessionContext) =>
        (await active(context)) ? null : currentUser(context),
    }),
    about: async (context) => ((await active(context)) ? null : sessions.about(context)),
    async read(context, update): Promise<SessionRead> {
      if (tokenIn(context) === undefined) return sessions.read(context, update);
      try {
        // The administrator's own session, which is extended as usual.
        const own = await sessions.read(context);
        const found = own.session && (await active(context));
        return found ? { session: await show(sessions, context, found) } : own;
      } catch (error) {
        return failedRead(deps, error);
      }
    },
  };
}

function show(sessions: Sessions, context: SessionContext, { user, admin, row }: Active) {
  const impersonator = { id: String(admin.id), name: admin.name ?? null };
  const adds = { impersonator };
  return sessions.show(context, { kind: "user", user, expires: row.expiresAt, adds });
}

/** Whose session it is isn't known, so it's nobody's: not the administrator's either. */
function failedRead({ app }: AdminDeps, error: unknown): SessionRead {
  const err = asError(error);
  const message = "It couldn't be found out whom an administrator acts as.";
  app.logger.error("SessionTokenError", new SessionTokenError(message, { err }));
  return { session: null, fault: faultOf(error), error: err };
}

/** Checked at each request: both people, the administrator's role, and their session. */
async function find(
  sessions: Sessions,
  deps: AdminDeps,
  context: SessionContext,
): Promise<Active | null> {
  const token = tokenIn(context);
  if (token === undefined) return null;
  const runtime = await deps.app.ready();
  const row = await rowOf(deps.app, runtime, token);
  if (!row || row.expiresAt.getTime() <= context.now) return null;
  const own = await sessions.about({ ...context, renew: false });
  if (own?.sid !== row.sid || own.userId !== row.adminId) return null;
  const [user, admin] = [
    await runtime.store?.getUser(row.userId),
    await runtime.store?.getUser(row.adminId),
  ];
  if (!user || !admin || activeBan(await readRow(runtime.records, row.userId), context.now)) {
    return null;
  }
  const may = (await isAdministrator(deps, admin)) && (await mayActOn(deps, admin, user));
  return may ? { user, admin, row } : null;
}

/** The row that a cookie names. */
export async function rowOf(
  app: App,
  { records }: Pick<StoredRuntime, "records">,
  token: string,
): Promise<Impersonation | null> {
  const id = (await app.open(`cookie.${cookieName}`, token))?.["id"];
  return typeof id === "string" ? records.get(impersonations, id) : null;
}

function tokenIn({ jar }: SessionContext): string | undefined {
  const named = (secure: boolean) => jar.get(ownCookie(secure, `admin.${cookieName}`).name);
  return named(true) ?? named(false);
}
