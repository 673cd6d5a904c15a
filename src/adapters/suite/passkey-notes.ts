import { define } from "./case.js";
import type { CaseMaker } from "./case.js";
import { check, checkHas } from "./check.js";
import { storedUser } from "./fixtures.js";

const [first, second] = ['{"Abc":{"name":"Laptop"}}', `{"Abc":{"name":"${"鍵".repeat(60)}"}}`];

export const passkeyNotesCases: readonly CaseMaker[] = [
  define(
    "setPasskeyNotes stores what is noted of a user's passkeys, and the next in its place",
    ["createUser", "getPasskeyNotes", "setPasskeyNotes"],
    async (adapter) => {
      const [{ id }, other] = [await storedUser(adapter), await storedUser(adapter)];
      check((await adapter.getPasskeyNotes(id)) === null, "there are none at first");
      for (const data of [first, second]) {
        check((await adapter.setPasskeyNotes({ userId: id, data })) === true, "it says so");
        checkHas(await adapter.getPasskeyNotes(id), { userId: id, data }, "the notes");
      }
      check((await adapter.getPasskeyNotes(other.id)) === null, "nobody else has any");
    },
  ),

  define(
    "setPasskeyNotes with the former text changes nothing when another one is stored",
    ["createUser", "getPasskeyNotes", "setPasskeyNotes"],
    async (adapter) => {
      const { id: userId } = await storedUser(adapter);
      const set = (data: string, former: string | null) =>
        adapter.setPasskeyNotes({ userId, data }, former);
      check((await set(first, second)) === false, "none is there");
      const told = await Promise.all([set(first, null), set(first, null), set(first, null)]);
      check(told.filter(Boolean).length === 1, "of many who write first notes at once, one does");
      check((await set(second, first.toLowerCase())) === false, "case matters");
      checkHas(await adapter.getPasskeyNotes(userId), { data: first }, "the notes");
      check((await set(second, first)) === true, "it is that one");
    },
  ),

  define(
    "deleteUser removes the user's notes on passkeys",
    ["createUser", "deleteUser", "getPasskeyNotes", "setPasskeyNotes"],
    async (adapter) => {
      const { id: userId } = await storedUser(adapter);
      await adapter.setPasskeyNotes({ userId, data: first });
      await adapter.deleteUser(userId);
      check((await adapter.getPasskeyNotes(userId)) === null, "they are gone");
    },
  ),
];
