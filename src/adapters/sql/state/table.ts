import type { SqlDialect } from "../model.js";

export const stateTable = "latchkey_state";

// Compared byte by byte, like the adapter's keys.
const types: Readonly<Record<SqlDialect, { key: string; value: string }>> = {
  sqlite: { key: "text", value: "text" },
  postgres: { key: "text", value: "text" },
  mysql: {
    key: "varchar(128) character set ascii collate ascii_bin",
    value: "varchar(1024) character set utf8mb4 collate utf8mb4_bin",
  },
};

/** The statements that create the table. `expires` is in milliseconds since 1970. */
export function stateStatements(dialect: SqlDialect): readonly string[] {
  const { key, value } = types[dialect];
  const claim = dialect === "mysql" ? ", claim varchar(36) character set ascii" : "";
  return [
    `create table ${stateTable} (name ${key} not null, value ${value} not null, expires bigint not null${claim}, primary key (name))`,
    `create index ${stateTable}_expires_idx on ${stateTable} (expires)`,
  ];
}
