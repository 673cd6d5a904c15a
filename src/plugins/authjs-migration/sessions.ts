import { clearChunked, pendingChunked, readChunked } from "../../core/cookies/chunks.js";
import type { CookieJar } from "../../core/cookies/jar.js";
import { createKeyRing } from "../../core/crypto/keys.js";
import { openToken, sealToken, type Claims } from "../../core/crypto/token.js";
import { asError } from "../../core/errors/as-error.js";
import { JWTSessionError, InvalidConfiguration } from "../../core/errors/errors.js";
import type { SessionContext, Sessions, WrapDeps } from "../../core/sessions/contract.js";
import { faultOf } from "../../core/sessions/fault.js";
import { writeSession } from "../../core/sessions/session-cookie.js";
import { foldAddress } from "../../core/values/address.js";
import type { CookieOption } from "../../types/cookies.js";
import { endOf, olderSecrets, weakSecrets, type Migration } from "./options.js";
import { createV4Tokens } from "./v4-token.js";

interface MigrationDeps extends WrapDeps {
  readonly migration: Migration;
}

/**
 * Wraps sessions so that old ones are accepted. An old cookie is converted before anything reads
 * it, so the rest of the code knows one kind of session; the new cookie replaces it. With `writes`
 * it's the reverse: only old cookies are set.
 */
export function migratedSessions(sessions: Sessions, deps: MigrationDeps): Sessions {
  const { enter, within } = createPassage(deps);
  const { currentUser } = sessions;
  const byUser = (id: string | null): Verdict => (id === null ? "ended" : "lives");
  return {
    ofStoredUsers: sessions.ofStoredUsers,
    show: (...given) => sessions.show(...given),
    current: (context) => within(context, () => sessions.current(context), byUser),
    ...(currentUser && {
      currentUser: (context) =>
        within(
          context,
          () => currentUser(context),
          (user) => (user ? "lives" : "ended"),
        ),
    }),
    start: (context, who) => within(context, () => sessions.start(context, who), byUser),
    goOn: (context, who) =>
      within(
        context,
        () => sessions.goOn(context, who),
        () => "lives",
      ),
    async read(context, update) {
      try {
        await enter(context);
      } catch (error) {
        const err = asError(error);
        deps.logger.error("JWTSessionError", new JWTSessionError(unread, { err }));
        return { session: null, fault: faultOf(error), error: err };
      }
      return within(
        context,
        () => sessions.read(context, update),
        ({ session, fault }) => (fault ? "unknown" : session ? "lives" : "ended"),
      );
    },
    about: (context) =>
      within(
        context,
        () => sessions.about(context),
        (found) => byUser(found && found.userId),
      ),
    end: (context) =>
      within(
        context,
        () => sessions.end(context),
        () => "ended",
      ),
  };
}

/** Converts cookies before and after each use of a session, until the day. */
function createPassage(deps: MigrationDeps) {
  const end = endOf(deps.migration);
  const translation = createTranslation(deps);
  const enter = async (context: SessionContext): Promise<void> => {
    if (context.now < end) await translation.in(context);
  };
  const within = async <T>(
    context: SessionContext,
    work: () => Promise<T>,
    judge: (result: T) => Verdict,
  ): Promise<T> => {
    await enter(context);
    if (context.now >= end) return work();
    const result = await work();
    if (context.renew !== false) await translation.out(context, judge(result));
    return result;
  };
  return { enter, within };
}

const unread =
  "The session couldn't be read: the store could not tell if the user has a second factor.";

/** The state of the session. "unknown" is a fault, which signs nobody out. */
type Verdict = "lives" | "ended" | "unknown";

interface Brought {
  readonly value: string;
  readonly expires: Date;
}

/** Converts old sessions to new ones, and back. */
function createConversion(deps: MigrationDeps) {
  const { migration, jwt, keys, strategy } = deps;
  const isTokens = strategy === "jwt";
  const weakOnes = weakSecrets(migration);
  if (weakOnes.length > 0) assertOwnDecoder(deps);
  const strongOnes = olderSecrets(migration).filter((secret) => !weakOnes.includes(secret));
  const older = createKeyRing(strongOnes, { backend: keys.backend });
  const weak = createKeyRing(weakOnes, { backend: keys.backend });
  const v4 = createV4Tokens(keys.backend, [...deps.secrets, ...strongOnes]);
  const weakV4 = createV4Tokens(keys.backend, weakOnes);
  const accepted = async (claims: Claims | null): Promise<Claims | null> =>
    claims && (await isAccepted(claims, deps)) ? claims : null;

  const sealed = async (claims: Claims, { cookie, now }: SessionContext): Promise<string> =>
    sealToken(keys, { salt: cookie.name, claims, maxAge: jwt.maxAge, now });

  /** Opens a session of ours that was signed with an older secret. */
  const fromOlder = async (token: string, context: SessionContext): Promise<string | null> => {
    if (!isTokens || jwt.decode) return null;
    const sent = { salt: context.cookie.name, token, now: context.now };
    const opened = await openToken(older, sent);
    if (opened.ok) return sealed(opened.claims, context);
    const guessable = await openToken(weak, sent);
    const claims = guessable.ok ? await accepted(guessable.claims) : null;
    return claims && sealed(claims, context);
  };
  /**
   * A database session, or a token of the application's own encoding, is the same in either cookie.
   */
  const fromV4 = async (token: string, context: SessionContext): Promise<string | null> => {
    if (!isTokens || jwt.decode) return token;
    const { now } = context;
    const claims = (await v4.open(token, now)) ?? (await accepted(await weakV4.open(token, now)));
    return claims && isOfSomebody(claims) ? sealed(claims, context) : null;
  };
  const find = async (context: SessionContext): Promise<string | null> => {
    const old = migration.from === "v4" ? oldCookie(migration, context) : undefined;
    const oldValue = old && readChunked(context.jar, old);
    const own = readChunked(context.jar, context.cookie);
    // With `writes`, the old cookie is the one that is set, so it wins if both are sent.
    if (oldValue !== undefined && (own === undefined || migration.writes)) {
      return fromV4(oldValue, context);
    }
    return own === undefined ? null : fromOlder(own, context);
  };
  const toV4 = async (value: string, { cookie, now }: SessionContext): Promise<string | null> => {
    if (!isTokens || jwt.encode) return value;
    const opened = await openToken(keys, { salt: cookie.name, token: value, now });
    return opened.ok ? v4.seal(opened.claims, { maxAge: jwt.maxAge, now }) : null;
  };
  return { find, toV4 };
}

function createTranslation(deps: MigrationDeps) {
  const { migration, maxAge } = deps;
  const { find, toV4 } = createConversion(deps);
  const done = new WeakMap<CookieJar, Brought | null>();
  return {
    /** Runs once per request: later calls reuse the result of the first. */
    async in(context: SessionContext): Promise<void> {
      const { jar, cookie, now } = context;
      if (done.has(jar)) return;
      const value = await find(context);
      done.set(jar, value === null ? null : { value, expires: new Date(now + maxAge * 1000) });
      if (value !== null) jar.bring(cookie.name, value);
    },
    async out(context: SessionContext, verdict: Verdict): Promise<void> {
      const { jar, cookie } = context;
      const brought = done.get(jar);
      if (brought && verdict === "lives") {
        done.set(jar, null);
        if (!pendingChunked(jar, cookie)) writeSession(context, brought);
      }
      if (migration.from !== "v4" || verdict === "unknown") return;
      const old = oldCookie(migration, context);
      const going = migration.writes ? pendingChunked(jar, cookie) : undefined;
      // The new cookie replaces the old one. An unreadable old cookie is removed, too.
      if (!migration.writes || verdict === "ended") clearChunked(jar, old);
      if (!going?.expires) return;
      const value = await toV4(going.value, context);
      clearChunked(jar, cookie);
      if (value !== null) {
        writeSession({ ...context, cookie: old }, { value, expires: going.expires });
      }
    },
  };
}

/**
 * Older releases encrypted pending checks with the same key. They have neither `sub` nor `email`.
 */
function isOfSomebody({ sub, email }: Claims): boolean {
  return [sub, email].some((claim) => typeof claim === "string" && claim !== "");
}

function oldCookie({ cookieName }: Migration, { cookie }: SessionContext): CookieOption {
  const prefix = cookie.options.secure ? "__Secure-" : "";
  return { name: cookieName ?? `${prefix}next-auth.session-token`, options: cookie.options };
}

/**
 * Whether a token signed with a weak secret is accepted. Anyone may have forged it, so it isn't for
 * users with a second factor. Id and address must belong to the same stored user, because an
 * application may look users up by either.
 */
async function isAccepted(
  { sub, email }: Claims,
  { store, takesTwoFactors }: WrapDeps,
): Promise<boolean> {
  if (!takesTwoFactors || !store) return true;
  if (typeof sub !== "string" || sub === "") return false;
  const user = await store.getUser(sub);
  if (!user || !isAddressOf(email, user.email)) return false;
  return !(await takesTwoFactors(sub));
}

function isAddressOf(claim: unknown, address: unknown): boolean {
  if (claim === undefined || claim === null) return true;
  if (typeof claim !== "string" || typeof address !== "string") return false;
  return foldAddress(claim) === foldAddress(address);
}

/**
 * Throws if `jwt.decode` is set: it would accept such tokens without telling which secret signed
 * them.
 */
function assertOwnDecoder({ jwt, strategy }: WrapDeps): void {
  if (!jwt.decode || strategy !== "jwt") return;
  throw new InvalidConfiguration(
    "`weakSecret` of `authjsMigration` can't be combined with your own `jwt.decode`, which can't tell which sessions to accept. Remove the weak secret; users sign in again once.",
  );
}
