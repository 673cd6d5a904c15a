import type { SqlDialect } from "../model.js";
import { sql } from "../sql.js";
import type { Sql } from "../sql.js";
import { stateTable } from "./table.js";

/** A row to write. Times are in milliseconds since 1970. */
export interface Written {
  readonly key: string;
  readonly value: string;
  readonly expires: number;
  readonly now: number;
}

const table = sql.table(stateTable);
const old = sql.id(stateTable, "expires");
const oldValue = sql.id(stateTable, "value");

export const find = (keys: readonly string[], now: number): Sql =>
  sql`select name, value from ${table} where name in (${sql.join(keys)}) and expires > ${now}`;

export const remove = (key: string): Sql => sql`delete from ${table} where name = ${key}`;

/**
 * Selects expired rows, some at a time, by the index on `expires`. In PostgreSQL, concurrent sweeps
 * skip each other's rows; a list of names always uses the primary key.
 */
export function removeExpired(dialect: SqlDialect, before: number, batch: number): Sql {
  const isOver = sql`expires <= ${before}`;
  const first = sql`where ${isOver} order by expires limit ${sql.raw(String(batch))}`;
  const names = sql`select name from ${table} ${first}`;
  if (dialect === "mysql") return sql`delete from ${table} ${first}`;
  if (dialect === "sqlite") return sql`delete from ${table} where name in (${names}) and ${isOver}`;
  return sql`delete from ${table} where name = any(array(${names} for update skip locked)) and ${isOver}`;
}

/** MySQL: fails if there is a row, even an expired one. */
export const insert = ({ key, value, expires }: Omit<Written, "now">): Sql =>
  sql`insert into ${table} (name, value, expires) values (${key}, ${value}, ${expires})`;

export function write(dialect: SqlDialect, written: Written): Sql {
  const { value, expires } = written;
  const row = insert(written);
  return dialect === "mysql"
    ? sql`${row} on duplicate key update value = ${value}, expires = ${expires}`
    : sql`${row} on conflict (name) do update set value = excluded.value, expires = excluded.expires`;
}

/** SQLite and PostgreSQL: returns the row if it was written. */
export const writeIfAbsent = (written: Written): Sql =>
  sql`${insert(written)}
    on conflict (name) do update set value = excluded.value, expires = excluded.expires
      where ${old} <= ${written.now} returning name`;

/**
 * MySQL: affected-row counts depend on the connection, so a claim in the row says who wrote it.
 * Assignments run from left to right, so `expires` comes last.
 */
export const claim = ({ key, value, expires, now }: Written, by: string): Sql =>
  sql`insert into ${table} (name, value, expires, claim) values (${key}, ${value}, ${expires}, ${by})
    on duplicate key update value = if(expires <= ${now}, ${value}, value),
      claim = if(expires <= ${now}, ${by}, claim), expires = if(expires <= ${now}, ${expires}, expires)`;

export const claimant = (key: string): Sql => sql`select claim from ${table} where name = ${key}`;

/** SQLite and PostgreSQL. */
export const takeRow = (key: string): Sql =>
  sql`delete from ${table} where name = ${key} returning value, expires`;

/** MySQL: locks the row until the transaction ends. */
export const lockRow = (key: string): Sql =>
  sql`select value, expires from ${table} where name = ${key} for update`;

/** SQLite and PostgreSQL: returns the new count. */
export const count = ({ key, expires, now }: Omit<Written, "value">): Sql =>
  sql`insert into ${table} (name, value, expires) values (${key}, '1', ${expires})
    on conflict (name) do update set
      value = case when ${old} <= ${now} then '1'
        else cast(cast(${oldValue} as bigint) + 1 as text) end,
      expires = case when ${old} <= ${now} then excluded.expires else ${old} end
    returning value`;

/** MySQL: the row is locked until the transaction ends, so the count can be read afterwards. */
export const countLocked = ({ key, expires, now }: Omit<Written, "value">): Sql =>
  sql`insert into ${table} (name, value, expires) values (${key}, '1', ${expires})
    on duplicate key update value = if(expires <= ${now}, '1', cast(value as signed) + 1),
      expires = if(expires <= ${now}, ${expires}, expires)`;
