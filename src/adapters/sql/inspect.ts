import { toBoolean, toText } from "../rows/convert.js";
import type { Row } from "../rows/convert.js";
import { query } from "./client.js";
import type { SqlClient } from "./client.js";
import type { SqlDialect } from "./model.js";
import { sql } from "./sql.js";
import type { Sql } from "./sql.js";

/** A table in the database. */
export interface ExistingTable {
  columns: ReadonlyMap<string, ExistingColumn>;
  indexes: readonly ExistingIndex[];
  /** Indexes that were left half built. */
  broken: readonly string[];
  /** Columns with a foreign key that cascades deletes. */
  cascades: readonly string[];
  /** Whether a trigger of yours runs before a row is written. */
  triggers: boolean;
}

export interface ExistingColumn {
  type: string;
  /** Not null, and without a default. */
  required: boolean;
  /** The database sets it at every change of the row. */
  touched: boolean;
  /** The database numbers the rows, and reuses the numbers of deleted ones. */
  reused: boolean;
}

export interface ExistingIndex {
  columns: readonly string[];
  unique: boolean;
}

interface Questions {
  /** Rows of name, type, required, touched, triggers; on SQLite reused. */
  columns(table: string): Sql;
  /** Rows of index_name, name, is_unique, broken; the columns of an index in their order. */
  indexes(table: string): Sql;
  /** Rows of name. */
  cascades(table: string): Sql;
}

/** Inspects a table; undefined if it doesn't exist. */
export async function inspectTable(
  client: SqlClient,
  dialect: SqlDialect,
  table: string,
): Promise<ExistingTable | undefined> {
  const columns = await query(client, questions[dialect].columns(table));
  if (columns.rows.length === 0) return undefined;
  const indexes = await query(client, questions[dialect].indexes(table));
  const cascades = await query(client, questions[dialect].cascades(table));
  const broken = indexes.rows.filter((row) => toBoolean(row["broken"]));
  return {
    columns: new Map(columns.rows.map((row) => [toText(row["name"]), columnOf(row)] as const)),
    indexes: groupIndexes(indexes.rows.filter((row) => !broken.includes(row))),
    broken: Array.from(new Set(broken.map((row) => toText(row["index_name"])))),
    cascades: cascades.rows.map((row) => toText(row["name"])),
    triggers: columns.rows.some((row) => toBoolean(row["triggers"])),
  };
}

function columnOf(row: Row): ExistingColumn {
  return {
    type: toText(row["type"]),
    required: toBoolean(row["required"]),
    touched: toBoolean(row["touched"]),
    reused: toBoolean(row["reused"] ?? false),
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
    columns: (table) => sql`
      select name, type, 0 as touched, 0 as triggers,
          "notnull" = 1 and dflt_value is null and not (pk > 0 and lower(type) = 'integer')
            as required,
          pk = 1 and lower(type) = 'integer' and not exists (select 1 from sqlite_master
            where name = ${table} collate nocase and sql like '%autoincrement%') as reused
        from pragma_table_info(${table})`,
    // The primary key is read separately, because a single integer key has no index of its own.
    indexes: (table) => sql`
      select 'primary key' as index_name, name, 1 as is_unique, 0 as broken, pk as position
        from pragma_table_info(${table}) where pk > 0
      union all
      select l.name, i.name, l."unique", 0, i.seqno
        from pragma_index_list(${table}) as l, pragma_index_info(l.name) as i
        where l.partial = 0 and i.name is not null
      order by index_name, position`,
    cascades: (table) => sql`
      select "from" as name from pragma_foreign_key_list(${table}) where on_delete = 'CASCADE'`,
  },
  postgres: {
    columns: (table) => sql`
      select a.attname::text as name, format_type(a.atttypid, a.atttypmod) as type,
          a.attnotnull and not a.atthasdef and a.attidentity = '' as required, false as touched,
          exists (select 1 from pg_trigger t where t.tgrelid = a.attrelid
            and not t.tgisinternal and t.tgtype::int & 2 = 2) as triggers
        from pg_attribute a
        where a.attrelid = to_regclass(${quotedPath(table)}) and a.attnum > 0 and not a.attisdropped`,
    indexes: (table) => sql`
      select c.relname::text as index_name, a.attname::text as name, i.indisunique as is_unique,
          not i.indisvalid as broken
        from pg_index i
        join pg_class c on c.oid = i.indexrelid
        cross join lateral unnest(i.indkey::int[]) with ordinality as k(attnum, position)
        join pg_attribute a on a.attrelid = i.indrelid and a.attnum = k.attnum
        where i.indrelid = to_regclass(${quotedPath(table)})
          and i.indpred is null and i.indexprs is null
        order by i.indexrelid, k.position`,
    cascades: (table) => sql`
      select a.attname::text as name
        from pg_constraint c
        join pg_attribute a on a.attrelid = c.conrelid and a.attnum = any (c.conkey)
        where c.conrelid = to_regclass(${quotedPath(table)})
          and c.contype = 'f' and c.confdeltype = 'c'`,
  },
  mysql: {
    columns: (table) => sql`
      select column_name as name,
          concat(column_type,
            coalesce(concat(' character set ', character_set_name, ' collate ', collation_name), '')
          ) as type,
          is_nullable = 'NO' and column_default is null and extra not like '%auto_increment%'
            and extra not like '%generated%' as required,
          extra like '%on update%' as touched,
          exists (select 1 from information_schema.triggers
            where event_object_schema = database() and event_object_table = ${table}
              and event_manipulation = 'INSERT' and action_timing = 'BEFORE') as triggers
        from information_schema.columns
        where table_schema = database() and table_name = ${table}`,
    indexes: (table) => sql`
      select index_name as index_name, column_name as name, 1 - non_unique as is_unique, 0 as broken
        from information_schema.statistics
        where table_schema = database() and table_name = ${table} and sub_part is null
        order by index_name, seq_in_index`,
    cascades: (table) => sql`
      select k.column_name as name
        from information_schema.key_column_usage k
        join information_schema.referential_constraints r
          on r.constraint_schema = k.constraint_schema and r.constraint_name = k.constraint_name
            and r.table_name = k.table_name
        where k.table_schema = database() and k.table_name = ${table}
          and r.delete_rule = 'CASCADE'`,
  },
};

/** `to_regclass` parses its text as SQL parses a name. */
function quotedPath(table: string): string {
  return table
    .split(".")
    .map((part) => `"${part.replaceAll('"', '""')}"`)
    .join(".");
}
