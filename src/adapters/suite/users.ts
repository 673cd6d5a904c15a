import { DuplicateError } from "../rows/duplicate.js";
import { define } from "./case.js";
import type { CaseMaker } from "./case.js";
import { check, checkHas, checkNone, checkRejects } from "./check.js";
import { inDays, newUser, storedAccount, storedUser, keyOf } from "./fixtures.js";

const unknown = () => crypto.randomUUID();

export const userCases = [
  define(
    "[ADP-2] createUser returns the stored user with an id",
    ["createUser"],
    async (adapter) => {
      const { id: _id, ...expected } = newUser();
      const user = await adapter.createUser({ id: unknown(), ...expected });
      check(String(user.id) !== "", "the user has an id");
      checkHas(user, expected, "the created user");
    },
  ),

  define("[ADP-2] getUser finds a user by id", ["createUser", "getUser"], async (adapter) => {
    const user = await storedUser(adapter);
    checkHas(await adapter.getUser(user.id), user, "the found user");
  }),

  define("[ADP-2] getUser gives null for an unknown id", ["getUser"], async (adapter, options) => {
    const id = (options.unknownId ?? unknown)();
    checkNone(await adapter.getUser(id), "getUser gives null");
  }),

  define(
    "listUsers gives each user once, page by page, in the order of a cursor",
    ["createUser", "listUsers"],
    async (adapter) => {
      const mark = unknown();
      const made: string[] = [];
      for (const number of [1, 2, 3, 4, 5]) {
        const email = `${number}.${mark}@example.org`;
        made.push(String((await storedUser(adapter, { email })).id));
      }
      const found: string[] = [];
      for (let after: string | undefined; found.length <= made.length; after = found.at(-1)) {
        const page = await adapter.listUsers({ limit: 2, after, search: mark.toUpperCase() });
        check(page.length <= 2, "a page has at most as many users as asked for");
        if (page.length === 0) break;
        found.push(...page.map(({ id }) => String(id)));
      }
      check(found.toSorted().join() === made.toSorted().join(), "each user is on one page");
    },
  ),

  define(
    "listUsers searches addresses and names for a text, not for a pattern",
    ["createUser", "listUsers"],
    async (adapter) => {
      const mark = unknown();
      const name = `100%_!'\\ of ${mark}`;
      const { email } = await storedUser(adapter, { name });
      const [first] = await adapter.listUsers({ limit: 2, search: name });
      check(first?.name === name && first.email === email, "the user is found");
      for (const search of [`100%${mark}`, `1_0%_!'\\ of ${mark}`, `${mark}'--`, `\0${mark}`]) {
        const found = await adapter.listUsers({ limit: 2, search });
        check(found.length === 0, `${JSON.stringify(search)} finds nobody`);
      }
    },
  ),

  define(
    "[ADP-2] getUserByEmail finds a user by the address",
    ["createUser", "getUserByEmail"],
    async (adapter) => {
      const user = await storedUser(adapter);
      await storedUser(adapter);
      checkHas(await adapter.getUserByEmail(user.email), user, "the found user");
    },
  ),

  define(
    "[ADP-2] getUserByEmail gives null for an unknown address",
    ["getUserByEmail"],
    async (adapter) => {
      checkNone(await adapter.getUserByEmail(newUser().email), "getUserByEmail gives null");
    },
  ),

  define(
    "[ADP-2] getUserByAccount finds the owner, and nobody when provider or id differ",
    ["createUser", "linkAccount", "getUserByAccount"],
    async (adapter) => {
      const user = await storedUser(adapter);
      const account = await storedAccount(adapter, { userId: user.id });
      const { provider, providerAccountId } = account;
      checkHas(await adapter.getUserByAccount({ provider, providerAccountId }), user, "the owner");
      for (const key of [
        { provider: "other", providerAccountId },
        { provider, providerAccountId: unknown() },
        { provider, providerAccountId: providerAccountId.toUpperCase() },
      ]) {
        checkNone(await adapter.getUserByAccount(key), "another key finds nobody");
      }
    },
  ),

  define(
    "[ADP-2] updateUser changes what it is given and keeps the rest",
    ["createUser", "updateUser", "getUser"],
    async (adapter) => {
      // Without the store's own columns, such as the date of the last change.
      const { id, email, image, emailVerified } = await storedUser(adapter);
      const changes = { id, name: "Renamed" };
      const expected = { email, image, emailVerified, ...changes };
      checkHas(await adapter.updateUser(changes), expected, "the returned user");
      checkHas(await adapter.getUser(id), expected, "the stored user");
    },
  ),

  define(
    "[RES-4] emailVerified is null or a date with milliseconds",
    ["createUser", "updateUser", "getUser"],
    async (adapter) => {
      const { id } = await storedUser(adapter);
      const emailVerified = inDays(-1);
      checkHas(await adapter.getUser(id), { emailVerified: null }, "the new user");
      checkHas(
        await adapter.updateUser({ id, emailVerified }),
        { emailVerified },
        "the returned user",
      );
      checkHas(await adapter.getUser(id), { emailVerified }, "the stored user");
    },
  ),

  onlyWithExtraFields(
    define(
      "[RES-14] fields of your own are kept with a user",
      ["createUser", "getUser"],
      async (adapter, { extraUserFields = {} }) => {
        const user = await adapter.createUser({ ...newUser(), ...extraUserFields });
        checkHas(user, extraUserFields, "the created user");
        checkHas(await adapter.getUser(user.id), extraUserFields, "the stored user");
      },
    ),
  ),

  define(
    "[SEC-P04] a second user with the same address is refused",
    ["createUser", "getUserByEmail"],
    async (adapter) => {
      const first = await storedUser(adapter);
      const second = () => storedUser(adapter, { email: first.email });
      await checkRejects(second, "a second user with the address");
      checkHas(await adapter.getUserByEmail(first.email), { id: first.id }, "the first user");
    },
  ),

  define(
    "[SEC-P04] the refusal of a taken address is a DuplicateError",
    ["createUser", "updateUser"],
    async (adapter) => {
      const [{ email }, { id }] = [await storedUser(adapter), await storedUser(adapter)];
      for (const attempt of [
        () => storedUser(adapter, { email }),
        () => adapter.updateUser({ id, email }),
      ]) {
        const error = await checkRejects(attempt, "a second user with the address");
        check(error instanceof DuplicateError, "the error is a DuplicateError");
        check(error.key === "user.email", "the error names the key user.email");
      }
    },
  ),

  define(
    "[SEC-P11] several users may have no address",
    ["createUser", "getUser"],
    async (adapter) => {
      for (const name of ["first", "second"]) {
        const user = await storedUser(adapter, { email: "", name });
        checkHas(await adapter.getUser(user.id), { name }, "the user");
      }
    },
  ),

  define(
    "[ADP-3] deleteUser removes the user with accounts and sessions",
    ["createUser", "deleteUser", "getUser", "getUserByEmail", "linkAccount", "getUserByAccount"],
    async (adapter) => {
      const user = await storedUser(adapter);
      const account = await storedAccount(adapter, { userId: user.id });
      await adapter.deleteUser(user.id);
      checkNone(await adapter.getUser(user.id), "the user is gone");
      checkNone(await adapter.getUserByEmail(user.email), "the address is free");
      checkNone(await adapter.getUserByAccount(keyOf(account)), "the account is gone");
      const again = await storedUser(adapter, { email: user.email });
      await adapter.linkAccount({ ...account, userId: again.id });
      checkHas(await adapter.getUserByAccount(keyOf(account)), { id: again.id }, "the next user");
    },
  ),
];

function onlyWithExtraFields(makeCase: CaseMaker): CaseMaker {
  return (subject) => {
    const made = makeCase(subject);
    if (subject.options.extraUserFields) return made;
    return { ...made, skip: "The suite was given no `extraUserFields`" };
  };
}
