import type { RowOf, Table } from "../../types/records.js";

export const apiKeyTable = {
  name: "api_keys",
  columns: {
    id: { kind: "key" },
    userId: { kind: "key", references: "user" },
    name: { kind: "text" },
    /** SHA-256 of the secret. */
    hash: { kind: "key" },
    scopes: { kind: "json" },
    createdAt: { kind: "date" },
    expiresAt: { kind: "date", nullable: true },
    lastUsedAt: { kind: "date", nullable: true },
  },
  key: "id",
  indexes: [["userId"]],
} as const satisfies Table;

export type ApiKeyRow = RowOf<typeof apiKeyTable>;

/** The key's scopes that the configuration still has. */
export function scopesOf(
  { scopes }: Pick<ApiKeyRow, "scopes">,
  known: Readonly<Record<string, string>>,
): readonly string[] {
  const kept = Array.isArray(scopes) ? scopes : [];
  return kept.flatMap((one) => (typeof one === "string" && Object.hasOwn(known, one) ? [one] : []));
}
