import type { Table } from "../core/records.js";

/**
 * What people call their passkeys, and when each was made and used: one text for all of a user's. Older than records, so
 * that its stored name differs. Passkeys work without it.
 */
export const passkeyNotes = {
  name: "passkey_notes",
  columns: {
    userId: { kind: "key", references: "user" },
    data: { kind: "text" },
    version: { kind: "integer", default: 0 },
  },
  key: "userId",
  stored: { besideUser: "passkey_notes", redis: "passkey-notes" },
} as const satisfies Table;
