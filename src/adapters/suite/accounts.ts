import { DuplicateError } from "../rows/duplicate.js";
import { define } from "./case.js";
import { check, checkHas, checkNone, checkRejects } from "./check.js";
import { newAccount, storedAccount, storedUser, keyOf } from "./fixtures.js";

export const accountCases = [
  define(
    "[ADP-3] linkAccount keeps every token field, getAccount finds them",
    ["createUser", "linkAccount", "getAccount"],
    async (adapter) => {
      const account = await storedAccount(adapter);
      const found = await adapter.getAccount(account.providerAccountId, account.provider);
      checkHas(found, account, "the found account");
    },
  ),

  define(
    "[ADP-3] getAccount gives null when provider or id differ",
    ["createUser", "linkAccount", "getAccount"],
    async (adapter) => {
      const { providerAccountId, provider } = await storedAccount(adapter);
      checkNone(await adapter.getAccount("none", provider), "another id finds nothing");
      checkNone(
        await adapter.getAccount(providerAccountId, "none"),
        "another provider finds nothing",
      );
      checkNone(await adapter.getAccount("none", "none"), "neither finds nothing");
    },
  ),

  define(
    "[RES-10] one user may have several accounts, of every stored type",
    ["createUser", "linkAccount", "getUserByAccount"],
    async (adapter) => {
      const { id } = await storedUser(adapter);
      const types = ["oauth", "oidc", "email", "webauthn"] as const;
      for (const type of types) {
        const { providerAccountId } = newAccount(id);
        const account = { userId: id, type, provider: type, providerAccountId };
        await adapter.linkAccount(account);
        checkHas(
          await adapter.getUserByAccount(keyOf(account)),
          { id },
          `the owner of the ${type} account`,
        );
      }
    },
  ),

  define(
    "[ADP-3] unlinkAccount removes that account only",
    ["createUser", "linkAccount", "unlinkAccount", "getUserByAccount"],
    async (adapter) => {
      const { id } = await storedUser(adapter);
      const kept = await storedAccount(adapter, { userId: id });
      const removed = await storedAccount(adapter, { userId: id });
      await adapter.unlinkAccount(keyOf(removed));
      checkNone(await adapter.getUserByAccount(keyOf(removed)), "the account is gone");
      checkHas(
        await adapter.getUserByAccount(keyOf(kept)),
        { id },
        "the owner of the other account",
      );
    },
  ),

  define(
    "[SEC-P04] an account that another user has is refused",
    ["createUser", "linkAccount", "getUserByAccount"],
    async (adapter) => {
      const [first, second] = [await storedUser(adapter), await storedUser(adapter)];
      const account = await storedAccount(adapter, { userId: first.id });
      const theft = () => adapter.linkAccount({ ...account, userId: second.id });
      await checkRejects(theft, "a second owner");
      checkHas(await adapter.getUserByAccount(keyOf(account)), { id: first.id }, "the first owner");
    },
  ),

  define(
    "[SEC-P04] the refusal of a taken account is a DuplicateError",
    ["createUser", "linkAccount"],
    async (adapter) => {
      const account = await storedAccount(adapter);
      const error = await checkRejects(() => adapter.linkAccount(account), "the same account");
      check(error instanceof DuplicateError, "the error is a DuplicateError");
      check(error.key === "account", "the error names the key account");
    },
  ),

  define(
    "[ADP-3] listAccountsByUserId gives the user's own, and none of an unknown user",
    ["createUser", "linkAccount", "listAccountsByUserId"],
    async (adapter, options) => {
      const [user, other] = [await storedUser(adapter), await storedUser(adapter)];
      const own = [newAccount(user.id), newAccount(user.id)];
      for (const account of [...own, newAccount(other.id)]) await adapter.linkAccount(account);
      const found = await adapter.listAccountsByUserId(user.id);
      const ids = found.map(({ providerAccountId }) => providerAccountId).sort();
      const expected = own.map(({ providerAccountId }) => providerAccountId).sort();
      checkHas({ ids }, { ids: expected }, "the list");
      const unknown = options.unknownId?.() ?? crypto.randomUUID();
      const none = await adapter.listAccountsByUserId(unknown);
      check(Array.isArray(none) && none.length === 0, "the list of an unknown user is empty");
    },
  ),

  define(
    "[ADP-3] updateAccount changes what it is given of that account, and nothing else",
    ["createUser", "linkAccount", "updateAccount", "getAccount"],
    async (adapter) => {
      const { id } = await storedUser(adapter);
      const renewed = await storedAccount(adapter, { userId: id });
      const kept = await storedAccount(adapter, { userId: id });
      const changes = { access_token: "renewed", expires_at: 2_100_003_600 };
      await adapter.updateAccount({ ...keyOf(renewed), ...changes });
      const found = await adapter.getAccount(renewed.providerAccountId, renewed.provider);
      checkHas(found, { ...renewed, ...changes }, "the renewed account");
      const other = await adapter.getAccount(kept.providerAccountId, kept.provider);
      checkHas(other, kept, "the other account");
      const gone = { ...keyOf(newAccount(id)), access_token: "of nobody" };
      await adapter.updateAccount(gone);
      const made = await adapter.getAccount(gone.providerAccountId, gone.provider);
      check(made === null, "an account that is not there is not made");
    },
  ),
];
