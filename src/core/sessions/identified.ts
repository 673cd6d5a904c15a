import type { AdapterUser } from "../../types/adapter.js";
import type { Credential, IdentifiedUser, Identity } from "../../types/identity.js";
import type { LoggerInstance } from "../../types/logger.js";
import { CookieJar } from "../cookies/jar.js";
import { asError } from "../errors/as-error.js";
import { SessionTokenError } from "../errors/errors.js";
import type { SessionContext, SessionRead, Sessions } from "./contract.js";
import { faultOf } from "./fault.js";

/** Returns whose a credential is; undefined if it doesn't look like this plugin's. */
type Identify = (credential: Credential) => Promise<Identity | null | undefined>;

/** A request that is identified by its credential: cookies are neither read nor set. */
interface Identified {
  /** Holds the session that the credential stands for, if any. */
  readonly jar: CookieJar;
  /** What the session's cookie is called there. */
  readonly name?: string | undefined;
  readonly user?: IdentifiedUser;
}

/**
 * Sessions that are also known by an `Authorization` header. A credential that belongs to a plugin decides alone: valid or
 * not, the session cookie of the same request isn't read.
 */
export function identifiedSessions(
  sessions: Sessions,
  identify: readonly Identify[],
  logger: LoggerInstance,
): Sessions {
  const known = new WeakMap<CookieJar, Promise<Identified | undefined>>();
  /** Once per request. */
  const identified = (context: SessionContext): Promise<Identified | undefined> => {
    const found = known.get(context.jar) ?? find(identify, context);
    known.set(context.jar, found);
    return found;
  };
  /** The context in which a session is looked for. */
  const within = async (context: SessionContext): Promise<SessionContext> => {
    const found = await identified(context);
    return found ? contextOf(context, found) : context;
  };
  const { currentUser } = sessions;
  const isPlain = ({ jar }: SessionContext) => jar.authorization === undefined;
  return {
    // A sign-in starts a session of its own.
    ...sessions,
    current: async (context) =>
      sessions.current(isPlain(context) ? context : await within(context)),
    ...(currentUser && {
      currentUser: async (context: SessionContext): Promise<AdapterUser | null> =>
        currentUser(isPlain(context) ? context : await within(context)),
    }),
    about: async (context) => sessions.about(isPlain(context) ? context : await within(context)),
    goOn: async (context, who) => sessions.goOn(await within(context), who),
    end: async (context) => sessions.end(await within(context)),
    async hasCredential(context) {
      const found = isPlain(context) ? undefined : await identified(context);
      if (!found) return false;
      return (
        found.user !== undefined || (await sessions.current(contextOf(context, found))) !== null
      );
    },
    async read(context, update) {
      if (isPlain(context)) return sessions.read(context, update);
      try {
        const found = await identified(context);
        if (!found) return await sessions.read(context, update);
        const inner = contextOf(context, found);
        if (!found.user) return await sessions.read(inner, update);
        return { session: await sessions.show(inner, found.user) };
      } catch (error) {
        return failedRead(logger, error);
      }
    },
  };
}

/** Scheme and value of the header. The first plugin that recognizes it decides. */
async function find(
  identify: readonly Identify[],
  { jar, now }: SessionContext,
): Promise<Identified | undefined> {
  const [, scheme = "", value = ""] =
    /^([\w-]{1,32}) +(\S+) *$/.exec(jar.authorization ?? "") ?? [];
  if (value === "") return undefined;
  for (const one of identify) {
    const found = await one({ scheme: scheme.toLowerCase(), value, now });
    if (found === undefined) continue;
    if (found === null) return { jar: new CookieJar(null) };
    if (found.kind === "user") return { jar: new CookieJar(null), user: found };
    return { jar: new CookieJar(found.token), name: found.token.split("=", 1)[0] };
  }
  return undefined;
}

/** A program without cookies can't receive a new one, so the session isn't renewed. */
function contextOf(context: SessionContext, { jar, name }: Identified): SessionContext {
  const cookie = name === undefined ? context.cookie : { ...context.cookie, name };
  return { ...context, jar, cookie, renew: false };
}

function failedRead(logger: LoggerInstance, error: unknown): SessionRead {
  const err = asError(error);
  const message =
    "The Authorization header of a request couldn't be checked, so it's unknown who sent it.";
  logger.error("SessionTokenError", new SessionTokenError(message, { err }));
  return { session: null, fault: faultOf(error), error: err };
}
