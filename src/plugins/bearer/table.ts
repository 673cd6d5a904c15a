import type { Table } from "../../types/records.js";

/** The sessions of apps, with the version of their refresh token. */
export const bearerTable = {
  name: "bearer_session",
  columns: {
    id: { kind: "key" },
    userId: { kind: "key", references: "user" },
    clientId: { kind: "key" },
    /** The session token, sealed. */
    session: { kind: "text" },
    /** Only the refresh token with this version works. */
    version: { kind: "integer" },
    expiresAt: { kind: "date" },
  },
  key: "id",
  indexes: [["userId"]],
  expires: "expiresAt",
} as const satisfies Table;

/** Devices that wait for their user. */
export const deviceTable = {
  name: "bearer_device",
  columns: {
    id: { kind: "key" },
    userCode: { kind: "key" },
    clientId: { kind: "key" },
    /** One of `deviceStatus`. */
    status: { kind: "integer", default: 0 },
    /** Which device asked, sealed. */
    asked: { kind: "text" },
    /** Who approved it and how they had signed in, sealed. */
    grant: { kind: "text", nullable: true },
    /** The session that came of it. */
    sessionId: { kind: "key", nullable: true },
    /** How often the device has polled, and when it last did. */
    polls: { kind: "integer", default: 0 },
    polledAt: { kind: "date", nullable: true },
    /** Seconds that the device must wait between polls. */
    pause: { kind: "integer" },
    expiresAt: { kind: "date" },
  },
  key: "id",
  unique: [["userCode"]],
  expires: "expiresAt",
} as const satisfies Table;

export const deviceStatus = { waits: 0, approved: 1, denied: 2, used: 3 } as const;
