import { sql } from "kysely";
import type { RawBuilder } from "./kysely-types.js";
import { toBoolean, toText } from "../rows/convert.js";
import type { Row } from "../rows/convert.js";
import type { SqlDatabase } from "./database.js";
import type { SqlDialect } from "./model.js";

/** A table as it is in the database. */
export interface ExistingTable {
  columns: ReadonlyMap<string, ExistingColumn>;
  indexes: readonly ExistingIndex[];
  /** The names of indexes that were left half built. */
  broken: readonly string[];
  /** The columns with a foreign key that deletes the row together with what it points to. */
  cascades: readonly string[];
  /** Whether something of your own runs before a row is written. */
  triggers: boolean;
}

export interface ExistingColumn {
  type: string;
  /** It takes no null, and has nothing else to put there when it is left out. */
  required: boolean;
  /** The database writes to it at every change of the row. */
  touched: boolean;
  /** The database numbers the rows, and gives the number of a deleted row to a new one. */
  reused: boolean;
}

export interface ExistingIndex {
  columns: readonly string[];
  unique: boolean;
}

interface Questions {
  /** Rows of name, type, required, touched, triggers; on SQLite reused. */
  columns(table: string): RawBuilder<Row>;
  /** Rows of index_name, name, is_unique, broken; the columns of an index in their order. */
  indexes(table: string): RawBuilder<Row>;
  /** Rows of name. */
  cascades(table: string): RawBuilder<Row>;
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
  const cascades = await questions[dialect].cascades(table).execute(database);
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
    columns: (table) => sql<Row>`
      select name, type, 0 as touched, 0 as triggers,
          "notnull" = 1 and dflt_value is null and not (pk > 0 and lower(type) = 'integer')
            as required,
          pk = 1 and lower(type) = 'integer' and not exists (select 1 from sqlite_master
            where name = ${table} collate nocase and sql like '%autoincrement%') as reused
        from pragma_table_info(${table})`,
    // The primary key is listed apart, since one of a single integer has no index of its own.
    indexes: (table) => sql<Row>`
      select 'primary key' as index_name, name, 1 as is_unique, 0 as broken, pk as position
        from pragma_table_info(${table}) where pk > 0
      union all
      select l.name, i.name, l."unique", 0, i.seqno
        from pragma_index_list(${table}) as l, pragma_index_info(l.name) as i
        where l.partial = 0 and i.name is not null
      order by index_name, position`,
    cascades: (table) => sql<Row>`
      select "from" as name from pragma_foreign_key_list(${table}) where on_delete = 'CASCADE'`,
  },
  postgres: {
    columns: (table) => sql<Row>`
      select a.attname::text as name, format_type(a.atttypid, a.atttypmod) as type,
          a.attnotnull and not a.atthasdef and a.attidentity = '' as required, false as touched,
          exists (select 1 from pg_trigger t where t.tgrelid = a.attrelid
            and not t.tgisinternal and t.tgtype::int & 2 = 2) as triggers
        from pg_attribute a
        where a.attrelid = to_regclass(${quotedPath(table)}) and a.attnum > 0 and not a.attisdropped`,
    indexes: (table) => sql<Row>`
      select c.relname::text as index_name, a.attname::text as name, i.indisunique as is_unique,
          not i.indisvalid as broken
        from pg_index i
        join pg_class c on c.oid = i.indexrelid
        cross join lateral unnest(i.indkey::int[]) with ordinality as k(attnum, position)
        join pg_attribute a on a.attrelid = i.indrelid and a.attnum = k.attnum
        where i.indrelid = to_regclass(${quotedPath(table)})
          and i.indpred is null and i.indexprs is null
        order by i.indexrelid, k.position`,
    cascades: (table) => sql<Row>`
      select a.attname::text as name
        from pg_constraint c
        join pg_attribute a on a.attrelid = c.conrelid and a.attnum = any (c.conkey)
        where c.conrelid = to_regclass(${quotedPath(table)})
          and c.contype = 'f' and c.confdeltype = 'c'`,
  },
  mysql: {
    columns: (table) => sql<Row>`
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
    indexes: (table) => sql<Row>`
      select index_name as index_name, column_name as name, 1 - non_unique as is_unique, 0 as broken
        from information_schema.statistics
        where table_schema = database() and table_name = ${table} and sub_part is null
        order by index_name, seq_in_index`,
    cascades: (table) => sql<Row>`
      select k.column_name as name
        from information_schema.key_column_usage k
        join information_schema.referential_constraints r
          on r.constraint_schema = k.constraint_schema and r.constraint_name = k.constraint_name
            and r.table_name = k.table_name
        where k.table_schema = database() and k.table_name = ${table}
          and r.delete_rule = 'CASCADE'`,
  },
};

/** `to_regclass` reads its text as SQL reads a name. */
function quotedPath(table: string): string {
  return table
    .split(".")
    .map((part) => `"${part.replaceAll('"', '""')}"`)
    .join(".");
}
