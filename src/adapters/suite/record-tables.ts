import type { Table } from "../../types/records.js";

export const teams = {
  name: "suite_team",
  columns: {
    id: { kind: "key" },
    title: { kind: "text" },
    seats: { kind: "integer", default: 3 },
    madeAt: { kind: "date", nullable: true },
  },
  key: "id",
  indexes: [[]],
} as const satisfies Table;

export const members = {
  name: "suite_member",
  columns: {
    id: { kind: "key" },
    userId: { kind: "key", references: "user" },
    teamId: { kind: "key", references: "suite_team", nullable: true },
    role: { kind: "key", default: "member" },
    active: { kind: "boolean", default: true },
    settings: { kind: "json", nullable: true },
    remark: { kind: "text", nullable: true },
    version: { kind: "integer", default: 0 },
    expires: { kind: "date", nullable: true },
  },
  key: "id",
  unique: [["teamId", "userId"]],
  indexes: [["userId"], ["teamId"], ["role", "active"]],
  expires: "expires",
} as const satisfies Table;

export const badges = {
  name: "suite_badge",
  columns: {
    id: { kind: "key" },
    memberId: { kind: "key", references: "suite_member" },
  },
  key: "id",
  indexes: [["memberId"]],
} as const satisfies Table;

/** A table with one row per user. */
export const singles = {
  name: "suite_single",
  columns: {
    userId: { kind: "key", references: "user" },
    data: { kind: "text" },
    version: { kind: "integer", default: 0 },
  },
  key: "userId",
} as const satisfies Table;

/** The suite's tables, deliberately not in an order in which they can be created. */
export const recordTables: readonly Table[] = [badges, members, teams, singles];
