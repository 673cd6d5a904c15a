import type { Row } from "../rows/convert.js";
import type { DuplicateKey } from "../rows/duplicate.js";
import { decodeRow, encodeRow } from "./codec.js";
import * as scripts from "./scripts.js";
import { change, changeRow, read, texts } from "./store.js";
import type { RedisStore } from "./store.js";

interface Kind<Of> {
  /** What a taken key is called. */
  readonly name: DuplicateKey;
  /** The set of the keys of a user's rows. */
  readonly listOf: (userId: string) => string;
  readonly read: (row: Row) => Of;
}

/** The rows of one kind that belong to users. */
export function ownedRows<Of extends { userId: string }>(store: RedisStore, kind: Kind<Of>) {
  const { name, listOf } = kind;
  return {
    async create(key: string, row: Of): Promise<Of> {
      await change(store, {
        lua: scripts.createOwned,
        keys: [key, store.keys.user(row.userId), listOf(row.userId)],
        values: [encodeRow(row), name],
      });
      return row;
    },
    async find(key: string): Promise<Of | null> {
      const found = await read(store, key);
      return found ? kind.read(found.row) : null;
    },
    async list(userId: string): Promise<Of[]> {
      const listed = await store.run({ lua: scripts.members, keys: [listOf(userId)] });
      const keys = texts(listed).map(store.asGiven);
      if (keys.length === 0) return [];
      const rows = texts(await store.run({ lua: scripts.readAll, keys }));
      return rows.map((json) => kind.read(decodeRow(json)));
    },
    update: (key: string, changed: (former: Of) => Of): Promise<Of | null> =>
      changeRow(store, key, ({ json, row }) => {
        const result = changed(kind.read(row));
        const values = [json, encodeRow(result)];
        return { script: { lua: scripts.replace, keys: [key], values }, result };
      }),
    remove: (key: string): Promise<Of | null> =>
      changeRow(store, key, ({ json, row }) => {
        const result = kind.read(row);
        const keys = [key, listOf(result.userId)];
        return { script: { lua: scripts.deleteOwned, keys, values: [json] }, result };
      }),
  };
}
