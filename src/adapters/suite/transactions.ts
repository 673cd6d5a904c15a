import type { Adapter } from "../../types/adapter.js";
import { check, checkHas, checkRejects } from "./check.js";
import { define } from "./case.js";
import { newAccount, newUser, keyOf } from "./fixtures.js";

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
      check((await adapter.getUserByEmail(user.email)) === null, "there is no user");
      check((await adapter.getUserByAccount(keyOf(account))) === null, "there is no account");
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

async function createBoth(
  adapter: Adapter,
  rows: { user: ReturnType<typeof newUser>; account: ReturnType<typeof newAccount> },
): Promise<string> {
  const user = await adapter.createUser?.(rows.user);
  check(user !== undefined, "createUser works in a transaction");
  await adapter.linkAccount?.({ ...rows.account, userId: user.id });
  return user.id;
}
