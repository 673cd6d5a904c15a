import { sql } from "kysely";
import type { RawBuilder } from "kysely";
import { toBoolean, toText } from "../rows/convert.js";
import type { Row } from "../rows/convert.js";
import type { SqlDatabase } from "./database.js";
import type { SqlDialect } from "./model.js";

/** A table as it is in the database. */
export interface ExistingTable {
  /** The type of each column, by its name. */
  columns: ReadonlyMap<string, string>;
  indexes: readonly ExistingIndex[];
}

export interface ExistingIndex {
  columns: readonly string[];
  unique: boolean;
}

interface Questions {
  /** Rows of name, type. */
  columns(table: string): RawBuilder<Row>;
  /** Rows of index, column, is_unique; the columns of an index in their order. */
  indexes(table: string): RawBuilder<Row>;
}

/** Looks a table up; undefined when there is none. */
export async function inspectTable(
  database: SqlDatabase,
  dialect: SqlDialect,
  table: string,
): Promise<ExistingTable | undefined> {
  const columns = await questions[dialect].columns(table).execute(database);
  if (columns.rows.length === 0) return undefined;
  const indexes = await questions[dialect].indexes(table).execute(database);
  return {
    columns: new Map(
      columns.rows.map((row): [string, string] => [toText(row["name"]), toText(row["type"])]),
    ),
    indexes: groupIndexes(indexes.rows),
  };
}

function groupIndexes(rows: readonly Row[]): ExistingIndex[] {
  const groups = new Map<string, { columns: string[]; unique: boolean }>();
  for (const row of rows) {
    const name = toText(row["index_name"]);
    const group = groups.get(name) ?? { columns: [], unique: toBoolean(row["is_unique"]) };
    group.columns.push(toText(row["name"]));
    groups.set(name, group);
  }
  return Array.from(groups.values());
}

const questions: Readonly<Record<SqlDialect, Questions>> = {
  sqlite: {
    columns: (table) => sql<Row>`select name, type from pragma_table_info(${table})`,
    // The primary key is listed apart, since one of a single integer has no index of its own.
    indexes: (table) => sql<Row>`
      select 'primary key' as index_name, name, 1 as is_unique, pk as position
        from pragma_table_info(${table}) where pk > 0
      union all
      select l.name as index_name, i.name as name, l."unique" as is_unique, i.seqno as position
        from pragma_index_list(${table}) as l, pragma_index_info(l.name) as i
        where l.partial = 0 and i.name is not null
      order by index_name, position`,
  },
  postgres: {
    columns: (table) => sql<Row>`
      select a.attname::text as name, format_type(a.atttypid, a.atttypmod) as type
        from pg_attribute a
        where a.attrelid = to_regclass(${quotedPath(table)}) and a.attnum > 0 and not a.attisdropped`,
    indexes: (table) => sql<Row>`
      select i.indexrelid::text as index_name, a.attname::text as name, i.indisunique as is_unique
        from pg_index i
        cross join lateral unnest(i.indkey::int[]) with ordinality as k(attnum, position)
        join pg_attribute a on a.attrelid = i.indrelid and a.attnum = k.attnum
        where i.indrelid = to_regclass(${quotedPath(table)})
          and i.indisvalid and i.indpred is null and i.indexprs is null
        order by i.indexrelid, k.position`,
  },
  mysql: {
    columns: (table) => sql<Row>`
      select column_name as name,
          concat(column_type,
            coalesce(concat(' character set ', character_set_name, ' collate ', collation_name), '')
          ) as type
        from information_schema.columns
        where table_schema = database() and table_name = ${table}`,
    indexes: (table) => sql<Row>`
      select index_name as index_name, column_name as name, 1 - non_unique as is_unique
        from information_schema.statistics
        where table_schema = database() and table_name = ${table} and sub_part is null
        order by index_name, seq_in_index`,
  },
};

/** `to_regclass` reads its text as SQL reads a name. */
function quotedPath(table: string): string {
  return table
    .split(".")
    .map((part) => `"${part.replaceAll('"', '""')}"`)
    .join(".");
}
