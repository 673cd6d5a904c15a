import { define } from "./case.js";
import { checkHas, checkNone } from "./check.js";
import { inDays, newSession, newVerificationToken, storedSession, storedUser } from "./fixtures.js";

export const sessionCases = [
  define(
    "[ADP-4] getSessionAndUser gives the session with its user",
    ["createUser", "createSession", "getSessionAndUser"],
    async (adapter) => {
      const user = await storedUser(adapter, { emailVerified: inDays(-2) });
      const session = newSession(user.id);
      checkHas(await adapter.createSession(session), session, "the created session");
      const found = await adapter.getSessionAndUser(session.sessionToken);
      checkHas(found?.session, session, "the found session");
      checkHas(found?.user, user, "its user");
    },
  ),

  define(
    "[ADP-4] getSessionAndUser gives null for an unknown token",
    ["getSessionAndUser"],
    async (adapter) => {
      const { sessionToken } = newSession("nobody");
      checkNone(await adapter.getSessionAndUser(sessionToken), "nothing is found");
    },
  ),

  define(
    "[ADP-4] a session token is found by its exact letters only",
    ["createUser", "createSession", "getSessionAndUser"],
    async (adapter) => {
      const token = crypto.randomUUID();
      await storedSession(adapter, { sessionToken: `x${token}` });
      checkNone(await adapter.getSessionAndUser(`X${token}`), "case matters");
      checkNone(await adapter.getSessionAndUser(`x${token} `), "spaces matter");
    },
  ),

  define(
    "[ADP-4] updateSession moves the expiry, to the millisecond",
    ["createUser", "createSession", "updateSession", "getSessionAndUser"],
    async (adapter) => {
      const session = await storedSession(adapter);
      const changes = { sessionToken: session.sessionToken, expires: inDays(60) };
      const updated = await adapter.updateSession(changes);
      if (updated) checkHas(updated, changes, "the returned session");
      const found = await adapter.getSessionAndUser(session.sessionToken);
      checkHas(found?.session, { ...session, ...changes }, "the stored session");
    },
  ),

  define(
    "[ADP-4] deleteSession removes that session only, and twice does no harm",
    ["createUser", "createSession", "deleteSession", "getSessionAndUser"],
    async (adapter) => {
      const { id } = await storedUser(adapter);
      const kept = await storedSession(adapter, { userId: id });
      const removed = await storedSession(adapter, { userId: id });
      await adapter.deleteSession(removed.sessionToken);
      await adapter.deleteSession(removed.sessionToken);
      checkNone(await adapter.getSessionAndUser(removed.sessionToken), "it is gone");
      const found = await adapter.getSessionAndUser(kept.sessionToken);
      checkHas(found?.session, kept, "the other session");
    },
  ),

  define(
    "[ADP-4] deleteSessionsByUserId ends all sessions of that user, and no others",
    ["createUser", "createSession", "deleteSessionsByUserId", "getSessionAndUser"],
    async (adapter) => {
      const [user, other] = [await storedUser(adapter), await storedUser(adapter)];
      const sessions = [newSession(user.id), newSession(user.id), newSession(user.id)];
      const kept = newSession(other.id);
      for (const session of [...sessions, kept]) await adapter.createSession(session);
      await adapter.deleteSessionsByUserId(user.id);
      await adapter.deleteSessionsByUserId(user.id);
      for (const { sessionToken } of sessions) {
        checkNone(await adapter.getSessionAndUser(sessionToken), "they are gone");
      }
      const found = await adapter.getSessionAndUser(kept.sessionToken);
      checkHas(found?.session, kept, "the session of another user");
      const again = await storedSession(adapter, { userId: user.id });
      const anew = await adapter.getSessionAndUser(again.sessionToken);
      checkHas(anew?.session, again, "a session that was made afterwards");
    },
  ),

  define(
    "[ADP-4] deleteOtherSessions ends all sessions of that user but one, and no others",
    ["createUser", "createSession", "deleteOtherSessions", "getSessionAndUser"],
    async (adapter) => {
      const [user, other] = [await storedUser(adapter), await storedUser(adapter)];
      const [spared, kept] = [newSession(user.id), newSession(other.id)];
      const sessions = [newSession(user.id), newSession(user.id)];
      for (const session of [...sessions, spared, kept]) await adapter.createSession(session);
      await adapter.deleteOtherSessions(user.id, spared.sessionToken);
      for (const { sessionToken } of sessions) {
        checkNone(await adapter.getSessionAndUser(sessionToken), "they are gone");
      }
      for (const one of [spared, kept]) {
        const found = await adapter.getSessionAndUser(one.sessionToken);
        checkHas(found?.session, one, "the spared session, and that of another user");
      }
      // An unrelated session, and one that doesn't exist, protect nothing.
      await adapter.deleteOtherSessions(user.id, kept.sessionToken);
      checkNone(await adapter.getSessionAndUser(spared.sessionToken), "it is gone");
      await adapter.deleteOtherSessions(other.id, newSession(other.id).sessionToken);
      checkNone(await adapter.getSessionAndUser(kept.sessionToken), "it is gone too");
    },
  ),

  define(
    "[ADP-4] deleteUser ends the user's sessions",
    ["createUser", "createSession", "deleteUser", "getSessionAndUser"],
    async (adapter) => {
      const session = await storedSession(adapter);
      await adapter.deleteUser(session.userId);
      checkNone(await adapter.getSessionAndUser(session.sessionToken), "it is gone");
    },
  ),

  define(
    "[ADP-4] an expired session is either gone or tells that it is expired",
    ["createUser", "createSession", "getSessionAndUser"],
    async (adapter) => {
      const session = await storedSession(adapter, { expires: inDays(-1) });
      const found = await adapter.getSessionAndUser(session.sessionToken);
      if (found) checkHas(found.session, session, "the expired session");
    },
  ),
];

const methods = ["createVerificationToken", "useVerificationToken"] as const;

export const verificationTokenCases = [
  define("[ADP-5] useVerificationToken gives the token once", methods, async (adapter) => {
    const { expires, ...key } = newVerificationToken();
    await adapter.createVerificationToken({ ...key, expires });
    checkHas(await adapter.useVerificationToken(key), { ...key, expires }, "the used token");
    checkNone(await adapter.useVerificationToken(key), "a second use gives null");
  }),

  define(
    "[ADP-5] a token is no use with another address, or another token",
    methods,
    async (adapter) => {
      const { expires, ...key } = newVerificationToken();
      await adapter.createVerificationToken({ ...key, expires });
      const others = [
        { ...key, identifier: newVerificationToken().identifier },
        { ...key, token: newVerificationToken().token },
        { ...key, token: key.token.toUpperCase() },
      ];
      for (const other of others) {
        checkNone(await adapter.useVerificationToken(other), "another key gives null");
      }
      checkHas(await adapter.useVerificationToken(key), key, "the token afterwards");
    },
  ),

  define("[ADP-5] several tokens of one address are independent", methods, async (adapter) => {
    const [first, second] = [newVerificationToken(), newVerificationToken()];
    const { identifier } = first;
    await adapter.createVerificationToken(first);
    await adapter.createVerificationToken({ ...second, identifier });
    for (const { token } of [second, first]) {
      checkHas(await adapter.useVerificationToken({ identifier, token }), { token }, "the token");
    }
  }),
];
