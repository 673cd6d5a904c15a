import type { RowOf, Table } from "../../types/records.js";

/** The users who are guests. A user without such a row is none. */
export const guests = {
  name: "guest",
  columns: {
    userId: { kind: "key", references: "user" },
    /** Also in the browser's cookie: some databases use the ids of deleted users again. */
    mark: { kind: "key" },
    /** When a request began to turn them into a user, to move or to delete them. 0: none does. */
    claimed: { kind: "integer", default: 0 },
    /** The day on which they expire, for finding them. */
    day: { kind: "integer" },
    until: { kind: "date" },
  },
  key: "userId",
  indexes: [["day"], []],
} as const satisfies Table;

export type GuestRow = RowOf<typeof guests>;

const dayLength = 24 * 60 * 60 * 1000;

/** Days since 1970. */
export const dayOf = (moment: number): number => Math.floor(moment / dayLength);

/** The columns for a guest who was here at this moment. */
export function lasting(now: number, maxAge: number): Pick<GuestRow, "day" | "until"> {
  const until = now + maxAge * 1000;
  return { day: dayOf(until), until: new Date(until) };
}
