import type { LoggerInstance } from "../../types/logger.js";
import { readChunked } from "../cookies/chunks.js";
import { asError } from "../errors/as-error.js";
import { AccessDenied, AuthError, SessionTokenError } from "../errors/errors.js";
import { because } from "../errors/reason.js";
import type {
  ProvisionalUser,
  SessionContext,
  SessionDeps,
  SessionRead,
  Sessions,
} from "../sessions/contract.js";
import { faultOf } from "../sessions/fault.js";
import type { State } from "../state/state.js";
import type { FoundUser, ProvisionalDeps, ProvisionalUsers } from "./users.js";

/** What decides whether a user is let in who has no session that plugins could check. */
interface Policy<Runtime> {
  readonly runtime: Runtime;
  readonly admits?: ((runtime: Runtime, userId: string) => Promise<boolean>) | undefined;
}

type StoredRuntime = Pick<ProvisionalDeps["store"], "records"> & {
  readonly store: ProvisionalDeps["store"] | null;
  readonly state: State;
};

export type ProvisionalSessions = (
  sessions: Sessions,
  deps: SessionDeps & Policy<StoredRuntime>,
) => Sessions;

/** Sessions that also know whom a browser has without a proof. They sign nobody in. */
export function provisionalSessions(
  usersOf: (deps: ProvisionalDeps) => ProvisionalUsers,
): ProvisionalSessions {
  return (sessions, { store, keys, logger, runtime, admits }) => {
    if (!store) return sessions;
    const users = usersOf({ store, keys, logger });
    const isAdmitted = async (userId: string) => (await admits?.(runtime, userId)) ?? true;
    return withUsers(sessions, { users, logger, admits: isAdmitted });
  };
}

interface Host {
  readonly users: ProvisionalUsers;
  readonly logger: LoggerInstance;
  readonly admits: (userId: string) => Promise<boolean>;
}

function withUsers(sessions: Sessions, host: Host): Sessions {
  const { users } = host;
  return {
    ...sessions,
    async read(context, update) {
      const read = await sessions.read(context, update);
      if (read.session || read.fault) return read;
      return (await show(sessions, host, context)) ?? read;
    },
    async start(context, who) {
      const startedAs = await sessions.start(context, who);
      if (startedAs !== null) await leave(host, context, String(who.user.id));
      return startedAs;
    },
    async end(context) {
      const isNobody = readChunked(context.jar, context.cookie) === undefined;
      await sessions.end(context);
      if (isNobody) await users.end(context);
      else users.forget(context);
    },
    async provisional(context) {
      const found = await users.find(context);
      return found && asProvisional(found, host);
    },
  };
}

function asProvisional({ user, adopt }: FoundUser, { admits }: Host): ProvisionalUser {
  const userId = String(user.id);
  return {
    user,
    isAdmitted: () => admits(userId),
    async adopt(...given) {
      if (await admits(userId)) return adopt(...given);
      const message = `A plugin doesn't let the user ${userId} in, so they can't sign up.`;
      throw because("plugin", new AccessDenied(message));
    },
  };
}

/** The user's session, with its marks. */
async function show(
  sessions: Sessions,
  { users, admits, logger }: Host,
  context: SessionContext,
): Promise<SessionRead | null> {
  try {
    const found = await users.find(context);
    if (!found || !(await admits(String(found.user.id)))) return null;
    const { marks: adds } = users;
    const shown = { kind: "user", user: found.user, expires: await found.stay(), adds } as const;
    // Whatever the `session` callback makes of it.
    return { session: { ...(await sessions.show(context, shown)), ...adds } };
  } catch (error) {
    const err = asError(error);
    const message = "The session of a user who isn't signed in couldn't be read.";
    logger.error("SessionTokenError", new SessionTokenError(message, { err }));
    return { session: null, fault: faultOf(error), error: err };
  }
}

/** Someone signed in in this browser. What its user had goes to them, unless they are that user themselves. */
async function leave(
  { users, admits, logger }: Host,
  context: SessionContext,
  userId: string,
): Promise<void> {
  try {
    const leaving = await users.leaving(context, userId);
    if (leaving && (await admits(leaving.userId))) await leaving.handOver();
  } catch (error) {
    // They are signed in; the next sign-in in this browser tries again.
    const message = "What someone had before they signed in couldn't be moved to their user.";
    logger.error("AuthError", new AuthError(message, { err: asError(error) }));
  }
}
