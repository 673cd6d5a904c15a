import { isRecord } from "../json.js";

/** An id as stores have it. Inside, ids are texts. */
export type StoredId = string | number | bigint;

export function isNumber(value: unknown): value is number | bigint {
  return typeof value === "bigint" || (typeof value === "number" && Number.isFinite(value));
}

/** Whether a row says by a number whose it is. */
export function hasNumericId(row: unknown): boolean {
  return isRecord(row) && (isNumber(row["id"]) || isNumber(row["userId"]));
}

/** How one store writes the ids of users, as far as its rows have shown. */
export interface IdNotation {
  /** Looks at what a method gave. */
  readonly see: (answer: unknown) => void;
  /** An id as the store gave it: some drivers refuse a text where a number is due. */
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
