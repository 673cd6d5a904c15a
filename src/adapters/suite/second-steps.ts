import { define } from "./case.js";
import type { CaseMaker } from "./case.js";
import { check, checkHas } from "./check.js";
import { storedUser } from "./fixtures.js";

const [first, second, third] = ["eyJh.Abc-_", `eyJi.${"x".repeat(3990)}`, "eyJj.Ghi"];

/** How many set a second step at the same moment. */
const racers = 8;

export const secondStepCases: readonly CaseMaker[] = [
  define(
    "setSecondStep stores what a user has for the second step, and the next in its place",
    ["createUser", "getSecondStep", "setSecondStep"],
    async (adapter) => {
      const [{ id }, other] = [await storedUser(adapter), await storedUser(adapter)];
      check((await adapter.getSecondStep(id)) === null, "there is none at first");
      check((await adapter.setSecondStep({ userId: id, data: first })) === true, "it says so");
      checkHas(await adapter.getSecondStep(id), { userId: id, data: first }, "the second step");
      check(
        (await adapter.setSecondStep({ userId: id, data: second })) === true,
        "it says so again",
      );
      checkHas(await adapter.getSecondStep(id), { userId: id, data: second }, "the second step");
      check((await adapter.getSecondStep(other.id)) === null, "nobody else has one");
    },
  ),

  define(
    "setSecondStep with the former text changes nothing when another one is stored",
    ["createUser", "getSecondStep", "setSecondStep"],
    async (adapter) => {
      const { id: userId } = await storedUser(adapter);
      check(
        (await adapter.setSecondStep({ userId, data: first }, second)) === false,
        "none is there",
      );
      check((await adapter.getSecondStep(userId)) === null, "there is still none");
      check(
        (await adapter.setSecondStep({ userId, data: first }, null)) === true,
        "none was there",
      );
      check(
        (await adapter.setSecondStep({ userId, data: second }, null)) === false,
        "one is there",
      );
      check(
        (await adapter.setSecondStep({ userId, data: third }, second)) === false,
        "it is another",
      );
      const folded = first.toLowerCase();
      check(
        (await adapter.setSecondStep({ userId, data: third }, folded)) === false,
        "case matters",
      );
      checkHas(await adapter.getSecondStep(userId), { data: first }, "the second step");
      check(
        (await adapter.setSecondStep({ userId, data: third }, first)) === true,
        "it is that one",
      );
      checkHas(await adapter.getSecondStep(userId), { data: third }, "the second step");
    },
  ),

  define(
    "of many who replace the same second step at once, one does",
    ["createUser", "getSecondStep", "setSecondStep"],
    async (adapter) => {
      const { id: userId } = await storedUser(adapter);
      await adapter.setSecondStep({ userId, data: first });
      const tries = Array.from({ length: racers }, (_, index) =>
        adapter.setSecondStep({ userId, data: `$racer$${index}` }, first),
      );
      const won = (await Promise.all(tries)).indexOf(true);
      check((await Promise.all(tries)).filter(Boolean).length === 1, "one was told so");
      checkHas(await adapter.getSecondStep(userId), { data: `$racer$${won}` }, "the second step");
    },
  ),

  define(
    "of many who set a first second step at once, each is told so, and one stays",
    ["createUser", "getSecondStep", "setSecondStep"],
    async (adapter) => {
      const { id: userId } = await storedUser(adapter);
      const dataes = Array.from({ length: racers }, (_, index) => `$racer$${index}`);
      const told = await Promise.all(dataes.map((data) => adapter.setSecondStep({ userId, data })));
      check(
        told.every((answer) => answer === true),
        "each was told so",
      );
      const stored = await adapter.getSecondStep(userId);
      check(dataes.includes(stored?.data ?? ""), "one of them is stored");
    },
  ),

  define(
    "deleteSecondStep removes it, and tells whether there was one",
    ["createUser", "deleteSecondStep", "getSecondStep", "setSecondStep"],
    async (adapter) => {
      const { id: userId } = await storedUser(adapter);
      check((await adapter.deleteSecondStep(userId)) === false, "there was none");
      await adapter.setSecondStep({ userId, data: first });
      check((await adapter.deleteSecondStep(userId)) === true, "there was one");
      check((await adapter.getSecondStep(userId)) === null, "it is gone");
      check(
        (await adapter.setSecondStep({ userId, data: second }, first)) === false,
        "nothing is left",
      );
    },
  ),

  define(
    "deleteUser removes the user's second step",
    ["createUser", "deleteUser", "getSecondStep", "setSecondStep"],
    async (adapter) => {
      const { id: userId } = await storedUser(adapter);
      await adapter.setSecondStep({ userId, data: first });
      await adapter.deleteUser(userId);
      check((await adapter.getSecondStep(userId)) === null, "it is gone");
    },
  ),
];
