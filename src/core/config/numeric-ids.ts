import { isRecord } from "../values/json.js";

/** An id as the store has it. Inside the library, ids are strings. */
export type StoredId = string | number | bigint;

export function isNumber(value: unknown): value is number | bigint {
  return typeof value === "bigint" || (typeof value === "number" && Number.isFinite(value));
}

/** Whether the row's user id is a number. */
export function hasNumericId(row: unknown): boolean {
  return isRecord(row) && (isNumber(row["id"]) || isNumber(row["userId"]));
}

/** How this store writes user ids, as learned from its rows. */
export interface IdNotation {
  /** Learns from the result of a method. */
  readonly see: (answer: unknown) => void;
  /** The id in the store's own type: some drivers reject a string for a numeric column. */
  readonly stored: (id: string) => StoredId;
}

export function idNotation(): IdNotation {
  const seen: { number?: (id: string) => number | bigint } = {};
  const look = (id: unknown): void => {
    if (isNumber(id)) seen.number = typeof id === "bigint" ? BigInt : Number;
  };
  return {
    see(answer) {
      if (!isRecord(answer)) return;
      const { user, id, userId } = answer;
      look(isRecord(user) ? user["id"] : (userId ?? id));
    },
    stored(id) {
      if (!seen.number || !/^(?:0|-?[1-9]\d*)$/.test(id)) return id;
      const number = seen.number(id);
      return String(number) === id ? number : id;
    },
  };
}
