import { define } from "./case.js";
import type { CaseMaker } from "./case.js";
import { check, checkHas } from "./check.js";
import { storedUser } from "./fixtures.js";

const [first, second, third] = [
  "$scrypt$ln=15,r=8,p=1$AAA$aBc",
  "$2b$12$Other./",
  "$argon2id$v=19$x",
];

/** How many set a password at the same moment. */
const racers = 8;

export const passwordCases: readonly CaseMaker[] = [
  define(
    "setPassword stores the hash of a user's password, and the next one in its place",
    ["createUser", "getPassword", "setPassword"],
    async (adapter) => {
      const [{ id }, other] = [await storedUser(adapter), await storedUser(adapter)];
      check((await adapter.getPassword(id)) === null, "there is none at first");
      check((await adapter.setPassword({ userId: id, hash: first })) === true, "it says so");
      checkHas(await adapter.getPassword(id), { userId: id, hash: first }, "the password");
      check((await adapter.setPassword({ userId: id, hash: second })) === true, "it says so again");
      checkHas(await adapter.getPassword(id), { userId: id, hash: second }, "the password");
      check((await adapter.getPassword(other.id)) === null, "nobody else has one");
    },
  ),

  define(
    "setPassword with the former hash changes nothing when another one is stored",
    ["createUser", "getPassword", "setPassword"],
    async (adapter) => {
      const { id: userId } = await storedUser(adapter);
      check(
        (await adapter.setPassword({ userId, hash: first }, second)) === false,
        "none is there",
      );
      check((await adapter.getPassword(userId)) === null, "there is still none");
      check((await adapter.setPassword({ userId, hash: first }, null)) === true, "none was there");
      check((await adapter.setPassword({ userId, hash: second }, null)) === false, "one is there");
      check(
        (await adapter.setPassword({ userId, hash: third }, second)) === false,
        "it is another",
      );
      const folded = first.toLowerCase();
      check((await adapter.setPassword({ userId, hash: third }, folded)) === false, "case matters");
      checkHas(await adapter.getPassword(userId), { hash: first }, "the password");
      check((await adapter.setPassword({ userId, hash: third }, first)) === true, "it is that one");
      checkHas(await adapter.getPassword(userId), { hash: third }, "the password");
    },
  ),

  define(
    "of many who replace the same password at once, one does",
    ["createUser", "getPassword", "setPassword"],
    async (adapter) => {
      const { id: userId } = await storedUser(adapter);
      await adapter.setPassword({ userId, hash: first });
      const tries = Array.from({ length: racers }, (_, index) =>
        adapter.setPassword({ userId, hash: `$racer$${index}` }, first),
      );
      const won = (await Promise.all(tries)).indexOf(true);
      check((await Promise.all(tries)).filter(Boolean).length === 1, "one was told so");
      checkHas(await adapter.getPassword(userId), { hash: `$racer$${won}` }, "the password");
    },
  ),

  define(
    "of many who set a first password at once, each is told so, and one stays",
    ["createUser", "getPassword", "setPassword"],
    async (adapter) => {
      const { id: userId } = await storedUser(adapter);
      const hashes = Array.from({ length: racers }, (_, index) => `$racer$${index}`);
      const told = await Promise.all(hashes.map((hash) => adapter.setPassword({ userId, hash })));
      check(
        told.every((answer) => answer === true),
        "each was told so",
      );
      const stored = await adapter.getPassword(userId);
      check(hashes.includes(stored?.hash ?? ""), "one of them is stored");
    },
  ),

  define(
    "deletePassword removes it, and tells whether there was one",
    ["createUser", "deletePassword", "getPassword", "setPassword"],
    async (adapter) => {
      const { id: userId } = await storedUser(adapter);
      check((await adapter.deletePassword(userId)) === false, "there was none");
      await adapter.setPassword({ userId, hash: first });
      check((await adapter.deletePassword(userId)) === true, "there was one");
      check((await adapter.getPassword(userId)) === null, "it is gone");
      check(
        (await adapter.setPassword({ userId, hash: second }, first)) === false,
        "nothing is left",
      );
    },
  ),

  define(
    "deleteUser removes the user's password",
    ["createUser", "deleteUser", "getPassword", "setPassword"],
    async (adapter) => {
      const { id: userId } = await storedUser(adapter);
      await adapter.setPassword({ userId, hash: first });
      await adapter.deleteUser(userId);
      check((await adapter.getPassword(userId)) === null, "it is gone");
    },
  ),
];
