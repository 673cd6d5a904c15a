import type { Table } from "../../types/records.js";

/**
 * The names users give their passkeys, and when each was created and last used: one JSON string per user.
 * Older than records, so its stored name differs. Passkeys work without it.
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
