import type { AdapterUser, WholeAdapter } from "../../types/adapter.js";
import { toText } from "../rows/convert.js";
import { present } from "../rows/present.js";
import { readUser } from "../rows/read.js";
import type { Script } from "./client.js";
import { encodeRow } from "./codec.js";
import { finishCascades, newCascade } from "./records/cascade.js";
import * as scripts from "./scripts.js";
import { change, changeRow, read } from "./store.js";
import type { Read, RedisStore } from "./store.js";

export function userMethods(store: RedisStore) {
  const { keys } = store;
  const getUser = async (id: string): Promise<AdapterUser | null> => {
    const found = await read(store, keys.user(id));
    return found ? readUser(found.row) : null;
  };
  return {
    getUser,
    async createUser(given) {
      const id = given.id || crypto.randomUUID();
      const user = { emailVerified: null, ...given, id, email: given.email ?? "" };
      // Without an address, the email is returned as it was given: null or an empty string.
      if (given.email === null) Reflect.set(user, "email", null);
      const email = user.email ? [keys.email(user.email)] : [];
      await change(store, {
        lua: scripts.createUser,
        keys: [keys.user(user.id), ...email],
        values: [encodeRow(user), user.id],
      });
      return user;
    },
    async getUserByEmail(email) {
      const id = await store.run({ lua: scripts.read, keys: [keys.email(email)] });
      return typeof id === "string" ? getUser(id) : null;
    },
    async getUserByAccount({ provider, providerAccountId }) {
      const account = await read(store, keys.account({ provider, providerAccountId }));
      return account ? getUser(toText(account.row["userId"])) : null;
    },
    async updateUser(changes) {
      const updated = await changeRow(store, keys.user(changes.id), (found) => {
        const former = readUser(found.row);
        const user = { ...former, ...present(changes) };
        return { script: updateScript(store, found, { former, user }), result: user };
      });
      if (!updated) throw new Error("There is no user with this id");
      return updated;
    },
    async deleteUser(id) {
      const deleted = await changeRow(store, keys.user(id), async (found) => {
        const user = readUser(found.row);
        return { script: await deleteScript(store, found, user), result: user };
      });
      await finishCascades(store);
      return deleted;
    },
  } satisfies Partial<WholeAdapter>;
}

function updateScript(
  { keys }: RedisStore,
  found: Read,
  { former, user }: { former: AdapterUser; user: AdapterUser },
): Script {
  const moves = former.email !== user.email;
  const flag = (condition: boolean): string => (condition ? "1" : "0");
  return {
    lua: scripts.updateUser,
    keys: [keys.user(user.id), keys.email(former.email), keys.email(user.email)],
    values: [
      found.json,
      encodeRow(user),
      user.id,
      flag(moves && former.email !== ""),
      flag(moves && user.email !== ""),
    ],
  };
}

/** Rows of older releases that aren't listed with their user until they are next written. */
const fromBeforeRecords = ["password", "passkey-notes", "second-step"];

async function deleteScript(store: RedisStore, found: Read, user: AdapterUser): Promise<Script> {
  const { keys, run } = store;
  const lists = [
    keys.accountsOf(user.id),
    keys.sessionsOf(user.id),
    keys.authenticatorsOf(user.id),
  ];
  const listed = keyLists(await run({ lua: scripts.listOwned, keys: lists }));
  const owned = listed.map((list) => list.map(store.asGiven));
  const email = user.email ? [keys.email(user.email)] : [];
  const older = fromBeforeRecords.map((kind) => keys.record(`${kind}:${user.id}`));
  const cascade = newCascade(keys, { table: "user", id: user.id });
  return {
    lua: scripts.deleteUser,
    keys: [keys.user(user.id), ...lists, ...cascade.keys, ...owned.flat(), ...email, ...older],
    values: [found.json, ...owned.map((list) => list.length.toString()), cascade.entry],
  };
}

function keyLists(answer: unknown): string[][] {
  if (!Array.isArray(answer)) throw new TypeError("The store gave no lists");
  return answer.map((list: unknown) => (Array.isArray(list) ? list.map(toText) : []));
}
