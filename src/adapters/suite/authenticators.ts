import { define } from "./case.js";
import { check, checkHas, checkNone, checkRejects } from "./check.js";
import { newAuthenticator, storedAuthenticator, storedUser } from "./fixtures.js";

export const authenticatorCases = [
  define(
    "[ADP-6] createAuthenticator keeps every field, getAuthenticator finds them",
    ["createUser", "createAuthenticator", "getAuthenticator"],
    async (adapter) => {
      const { id } = await storedUser(adapter);
      const authenticator = newAuthenticator(id);
      checkHas(await adapter.createAuthenticator(authenticator), authenticator, "the created one");
      const found = await adapter.getAuthenticator(authenticator.credentialID);
      checkHas(found, authenticator, "the found one");
    },
  ),

  define(
    "[ADP-6] an authenticator may have no transports and not be backed up",
    ["createUser", "createAuthenticator", "getAuthenticator"],
    async (adapter) => {
      const changes = { transports: null, credentialBackedUp: false };
      const authenticator = await storedAuthenticator(adapter, changes);
      const found = await adapter.getAuthenticator(authenticator.credentialID);
      checkHas(found, authenticator, "the found one");
    },
  ),

  define(
    "[ADP-6] createAuthenticator throws when the credential id is taken",
    ["createUser", "createAuthenticator"],
    async (adapter) => {
      const authenticator = await storedAuthenticator(adapter);
      await checkRejects(
        () => adapter.createAuthenticator(authenticator),
        "the same credential id",
      );
    },
  ),

  define(
    "[ADP-6] getAuthenticator gives null for an unknown id",
    ["getAuthenticator"],
    async (adapter) => {
      const { credentialID } = newAuthenticator("nobody");
      checkNone(await adapter.getAuthenticator(credentialID), "nothing is found");
    },
  ),

  define(
    "[ADP-6] listAuthenticatorsByUserId gives the user's own",
    ["createUser", "createAuthenticator", "listAuthenticatorsByUserId"],
    async (adapter) => {
      const [user, other] = [await storedUser(adapter), await storedUser(adapter)];
      const own = [newAuthenticator(user.id), newAuthenticator(user.id)];
      for (const one of own) await adapter.createAuthenticator(one);
      await storedAuthenticator(adapter, { userId: other.id });
      const found = await adapter.listAuthenticatorsByUserId(user.id);
      const ids = found.map(({ credentialID }) => credentialID).sort();
      checkHas({ ids }, { ids: own.map(({ credentialID }) => credentialID).sort() }, "the list");
    },
  ),

  define(
    "[ADP-6] listAuthenticatorsByUserId gives an empty list for an unknown user",
    ["listAuthenticatorsByUserId"],
    async (adapter, options) => {
      const id = options.unknownId?.() ?? crypto.randomUUID();
      const found = await adapter.listAuthenticatorsByUserId(id);
      check(Array.isArray(found) && found.length === 0, "the list is empty");
    },
  ),

  define(
    "[ADP-6] updateAuthenticatorCounter returns and keeps the new counter",
    ["createUser", "createAuthenticator", "updateAuthenticatorCounter", "getAuthenticator"],
    async (adapter) => {
      const authenticator = await storedAuthenticator(adapter);
      const { credentialID } = authenticator;
      const expected = { ...authenticator, counter: 4_000_000_000 };
      const updated = await adapter.updateAuthenticatorCounter(credentialID, expected.counter);
      checkHas(updated, expected, "the returned one");
      checkHas(await adapter.getAuthenticator(credentialID), expected, "the stored one");
    },
  ),

  define(
    "[ADP-6] updateAuthenticatorCounter throws for an unknown id",
    ["updateAuthenticatorCounter"],
    async (adapter) => {
      const { credentialID } = newAuthenticator("nobody");
      await checkRejects(
        () => adapter.updateAuthenticatorCounter(credentialID, 1),
        "the counter of nothing",
      );
    },
  ),

  define(
    "[ADP-6] deleteAuthenticator removes that one for good, and no other of the user",
    [
      "createUser",
      "createAuthenticator",
      "deleteAuthenticator",
      "getAuthenticator",
      "listAuthenticatorsByUserId",
    ],
    async (adapter) => {
      const { id } = await storedUser(adapter);
      const lost = await storedAuthenticator(adapter, { userId: id });
      const kept = await storedAuthenticator(adapter, { userId: id });
      await adapter.deleteAuthenticator(lost.credentialID);
      checkNone(await adapter.getAuthenticator(lost.credentialID), "it is gone");
      const ids = (await adapter.listAuthenticatorsByUserId(id)).map((row) => row.credentialID);
      checkHas({ ids }, { ids: [kept.credentialID] }, "the list");
      await adapter.createAuthenticator(lost);
    },
  ),

  define(
    "[ADP-6] deleteAuthenticator of an unknown id does nothing",
    ["deleteAuthenticator", "getAuthenticator"],
    async (adapter) => {
      const { credentialID } = newAuthenticator("nobody");
      await adapter.deleteAuthenticator(credentialID);
      checkNone(await adapter.getAuthenticator(credentialID), "nothing is found");
    },
  ),

  define(
    "[ADP-6] deleteUser removes the user's authenticators",
    ["createUser", "createAuthenticator", "deleteUser", "getAuthenticator"],
    async (adapter) => {
      const authenticator = await storedAuthenticator(adapter);
      await adapter.deleteUser(authenticator.userId);
      checkNone(await adapter.getAuthenticator(authenticator.credentialID), "it is gone");
    },
  ),
];
