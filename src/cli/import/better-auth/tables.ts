import { inspectTable } from "../../../adapters/sql/inspect.js";
import { query, type SqlClient } from "../../../adapters/sql/client.js";
import type { SqlDialect } from "../../../adapters/sql/model.js";
import { sql, type Sql } from "../../../adapters/sql/sql.js";

/** A row with Better Auth's field names, whatever its columns are called. */
export type SourceRow = Readonly<Record<string, unknown>>;

/**
 * The tables of Better Auth, and the fields that are read. Fields with a question mark are
 * optional.
 */
const fields = {
  user: ["id", "name", "email", "emailVerified", "image", "updatedAt", "twoFactorEnabled?"],
  account: [
    ...["id", "userId", "providerId", "accountId", "password", "accessToken", "refreshToken"],
    ...["idToken", "accessTokenExpiresAt", "scope"],
  ],
  session: ["id", "userId", "token", "expiresAt"],
  twoFactor: ["id", "userId", "secret", "backupCodes", "verified?"],
} as const;

type TableName = keyof typeof fields;

/** A database to read. */
export interface Source {
  readonly client: SqlClient;
  readonly dialect: SqlDialect;
}

/** A table of Better Auth, as found in the database. */
export interface SourceTable {
  /** The next rows, ordered by id. */
  page(after: string | undefined, size: number): Promise<readonly SourceRow[]>;
  /** The rows of some users. */
  ofUsers(userIds: readonly string[]): Promise<readonly SourceRow[]>;
}

/** Finds a table by its usual names. Undefined if there is none. */
export async function findTable(source: Source, name: TableName): Promise<SourceTable | undefined> {
  for (const written of namesOf(name)) {
    const found = await inspectTable(source.client, source.dialect, written);
    if (found) return tableOf(source, written, columnsOf(name, written, found.columns));
  }
  return undefined;
}

/**
 * Better Auth's own name, and those that adapters and schemas commonly use: `two_factor`,
 * `twoFactors`.
 */
function namesOf(name: TableName): string[] {
  const snake = name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
  return [...new Set([name, snake, `${name}s`, `${snake}s`])];
}

/** The column of each field. */
type Columns = ReadonlyMap<string, { readonly column: string; readonly type: string }>;

function tableOf({ client, dialect }: Source, written: string, columns: Columns): SourceTable {
  const selected = sql.join(
    [...columns].map(([field, { column, type }]) => {
      const plain = sql`${sql.id(column)}`;
      return sql`${/^(?:timestamp|datetime)/i.test(type) ? inUtc[dialect](plain) : plain} as ${sql.id(field)}`;
    }),
  );
  const idOf = (field: string) => sql.id(columns.get(field)?.column ?? field);
  const rows = async (rest: Sql): Promise<readonly SourceRow[]> => {
    const all = sql`select ${selected} from ${sql.table(written)} ${rest}`;
    return (await query(client, all)).rows;
  };
  return {
    page: (after, size) =>
      rows(
        sql`${after === undefined ? sql.raw("") : sql`where ${idOf("id")} > ${after} `}order by ${idOf("id")} limit ${size}`,
      ),
    ofUsers: (userIds) => rows(sql`where ${idOf("userId")} in (${sql.join(userIds)})`),
  };
}

/** Dates without a zone are in UTC. */
const inUtc: Readonly<Record<SqlDialect, (column: Sql) => Sql>> = {
  sqlite: (column) => column,
  postgres: (column) => sql`cast(extract(epoch from ${column}) * 1000 as double precision)`,
  mysql: (column) => sql`cast(${column} as char)`,
};

/** Finds the fields' columns in any common spelling: `emailVerified`, `email_verified`. */
function columnsOf(
  name: TableName,
  written: string,
  columns: ReadonlyMap<string, { readonly type: string }>,
): Columns {
  const plain = (text: string) => text.replaceAll("_", "").toLowerCase();
  const known = new Map(
    Array.from(columns, ([column, { type }]) => [plain(column), { column, type }]),
  );
  return new Map(
    fields[name].flatMap((given) => {
      const field = given.replace("?", "");
      const column = known.get(plain(field));
      if (column) return [[field, column] as const];
      if (field !== given) return [];
      throw new Error(
        `The table ${written} has no column ${field}, so it isn't one of Better Auth. Is --source the right database?`,
      );
    }),
  );
}
