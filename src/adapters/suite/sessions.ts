import { check, checkHas } from "./check.js";
import { define } from "./case.js";
import { inDays, newSession, storedUser } from "./fixtures.js";

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
      check((await adapter.getSessionAndUser(sessionToken)) === null, "nothing is found");
    },
  ),

  define(
    "[ADP-4] a session token is found by its exact letters only",
    ["createUser", "createSession", "getSessionAndUser"],
    async (adapter) => {
      const { id } = await storedUser(adapter);
      const session = newSession(id);
      await adapter.createSession({ ...session, sessionToken: `x${session.sessionToken}` });
      check((await adapter.getSessionAndUser(`X${session.sessionToken}`)) === null, "case matters");
      check(
        (await adapter.getSessionAndUser(`x${session.sessionToken} `)) === null,
        "spaces matter",
      );
    },
  ),

  define(
    "[ADP-4] updateSession moves the expiry, to the millisecond",
    ["createUser", "createSession", "updateSession", "getSessionAndUser"],
    async (adapter) => {
      const { id } = await storedUser(adapter);
      const session = newSession(id);
      await adapter.createSession(session);
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
      const [kept, removed] = [newSession(id), newSession(id)];
      await adapter.createSession(kept);
      await adapter.createSession(removed);
      await adapter.deleteSession(removed.sessionToken);
      await adapter.deleteSession(removed.sessionToken);
      check((await adapter.getSessionAndUser(removed.sessionToken)) === null, "it is gone");
      const found = await adapter.getSessionAndUser(kept.sessionToken);
      checkHas(found?.session, kept, "the other session");
    },
  ),

  define(
    "[ADP-4] deleteUser ends the user's sessions",
    ["createUser", "createSession", "deleteUser", "getSessionAndUser"],
    async (adapter) => {
      const { id } = await storedUser(adapter);
      const session = newSession(id);
      await adapter.createSession(session);
      await adapter.deleteUser(id);
      check((await adapter.getSessionAndUser(session.sessionToken)) === null, "it is gone");
    },
  ),

  define(
    "[ADP-4] an expired session is either gone or tells that it is expired",
    ["createUser", "createSession", "getSessionAndUser"],
    async (adapter) => {
      const { id } = await storedUser(adapter);
      const session = { ...newSession(id), expires: inDays(-1) };
      await adapter.createSession(session);
      const found = await adapter.getSessionAndUser(session.sessionToken);
      if (found) checkHas(found.session, session, "the expired session");
    },
  ),
];
