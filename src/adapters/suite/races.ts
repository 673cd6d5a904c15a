import type { AdapterAccount, AdapterUser, Adapter } from "../../types/adapter.js";
import { type With, define } from "./case.js";
import { check, checkHas, checkNone, checkRejects } from "./check.js";
import { newAccount, newUser, newVerificationToken, keyOf } from "./fixtures.js";

const signInMethods = [
  "createUser",
  "deleteUser",
  "linkAccount",
  "getUserByAccount",
  "getUserByEmail",
] as const;

type SignInAdapter = With<(typeof signInMethods)[number]>;

export const raceCases = [
  define(
    "[ADP-5] of 50 uses of one token at the same time exactly one wins",
    ["createVerificationToken", "useVerificationToken"],
    async (adapter) => {
      const { expires, ...key } = newVerificationToken();
      await adapter.createVerificationToken({ ...key, expires });
      const uses = Array.from({ length: 50 }, async () => adapter.useVerificationToken(key));
      const winners = (await Promise.all(uses)).filter((token) => token !== null);
      check(winners.length === 1, `one use wins, but ${winners.length} did`);
      checkHas(winners[0], { ...key, expires }, "the token of the winner");
    },
  ),

  define(
    "[SEC-P04] 20 first sign-ins at the same time end as one user with one account",
    signInMethods,
    async (adapter) => {
      const rows = { user: newUser(), account: newAccount("") };
      const signIns = Array.from({ length: 20 }, () => signIn(adapter, rows));
      const ids = new Set((await Promise.all(signIns)).map(String));
      check(ids.size === 1, `there is one user, but there are ${ids.size}`);
      const [id] = ids;
      const owner = await adapter.getUserByAccount(keyOf(rows.account));
      check(String(owner?.id) === id, "the account belongs to that user");
      const holder = await adapter.getUserByEmail(rows.user.email);
      check(String(holder?.id) === id, "the address belongs to that user");
    },
  ),
];

interface Rows {
  user: AdapterUser;
  account: AdapterAccount;
}

/**
 * A first sign-in as the core does it: all or nothing, and the second one finds the first one's
 * user.
 */
async function signIn(adapter: SignInAdapter, rows: Rows): Promise<string> {
  try {
    const user = { ...rows.user, id: crypto.randomUUID() };
    return await create(adapter, { ...rows, user });
  } catch (error) {
    return (await winner(adapter, rows.account)) ?? Promise.reject(asError(error));
  }
}

function create(adapter: SignInAdapter, rows: Rows): Promise<string> {
  if (!adapter.transaction) return createOrUndo(adapter, rows);
  return adapter.transaction((within) => createBoth(within, rows));
}

async function createOrUndo(adapter: SignInAdapter, rows: Rows): Promise<string> {
  const user = await adapter.createUser(rows.user);
  try {
    await adapter.linkAccount({ ...rows.account, userId: user.id });
  } catch (error) {
    await adapter.deleteUser(user.id);
    throw error;
  }
  return user.id;
}

/** Without transactions, the winner may have created the user but not the account yet. */
async function winner(
  adapter: SignInAdapter,
  account: AdapterAccount,
): Promise<string | undefined> {
  for (let attempt = 0; attempt < 100; attempt += 1) {
    const user = await adapter.getUserByAccount(keyOf(account));
    if (user) return user.id;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  return undefined;
}

const asError = (thrown: unknown): Error =>
  thrown instanceof Error ? thrown : new Error(String(thrown));

export const transactionCases = [
  define(
    "[SEC-P02] transaction keeps all of its writes and gives the result of the work",
    ["transaction", "getUserByEmail", "getUserByAccount"],
    async (adapter) => {
      const user = newUser();
      const account = newAccount("");
      const result = await adapter.transaction((within) => createBoth(within, { user, account }));
      checkHas(await adapter.getUserByEmail(user.email), { id: result }, "the user");
      checkHas(await adapter.getUserByAccount(keyOf(account)), { id: result }, "the owner");
    },
  ),

  define(
    "[SEC-P02] transaction keeps nothing when the work fails, and gives its error",
    ["transaction", "getUserByEmail", "getUserByAccount"],
    async (adapter) => {
      const user = newUser();
      const account = newAccount("");
      const fault = new Error("a fault of the test");
      const error = await checkRejects(
        () =>
          adapter.transaction(async (within) => {
            await createBoth(within, { user, account });
            throw fault;
          }),
        "the transaction",
      );
      check(error === fault, "the error is the one thrown by the work");
      checkNone(await adapter.getUserByEmail(user.email), "there is no user");
      checkNone(await adapter.getUserByAccount(keyOf(account)), "there is no account");
    },
  ),

  define(
    "[SEC-P02] work in a transaction sees its own writes",
    ["transaction"],
    async (adapter) => {
      const { email, ...user } = newUser();
      await adapter.transaction(async (within) => {
        const created = await within.createUser?.({ ...user, email });
        checkHas(await within.getUserByEmail?.(email), { id: created?.id }, "the user inside");
      });
    },
  ),
];

async function createBoth(adapter: Adapter, { user, account }: Rows): Promise<string> {
  const created = await adapter.createUser?.(user);
  check(created !== undefined, "createUser works in a transaction");
  await adapter.linkAccount?.({ ...account, userId: created.id });
  return created.id;
}
