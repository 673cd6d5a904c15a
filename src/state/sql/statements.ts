import { sql } from "kysely";
import type { RawBuilder } from "../../adapters/sql/kysely-types.js";
import type { SqlDialect } from "../../adapters/sql/model.js";
import { stateTable } from "./table.js";

/** A row as it is written. Times are in milliseconds since 1970. */
export interface Written {
  readonly key: string;
  readonly value: string;
  readonly expires: number;
  readonly now: number;
}

type Statement = RawBuilder<Record<string, unknown>>;

const table = sql.table(stateTable);
const old = sql.ref(`${stateTable}.expires`);
const oldValue = sql.ref(`${stateTable}.value`);

export const find = (keys: readonly string[], now: number): Statement =>
  sql`select name, value from ${table} where name in (${sql.join(keys)}) and expires > ${now}`;

export const remove = (key: string): Statement => sql`delete from ${table} where name = ${key}`;

/**
 * Rows that ran out before a moment, some at a time, by the index on `expires`. In PostgreSQL, processes
 * that sweep at once each take rows of their own; a list of names is always looked up by the primary key.
 */
export function removeExpired(dialect: SqlDialect, before: number, batch: number): Statement {
  const isOver = sql`expires <= ${before}`;
  const first = sql`where ${isOver} order by expires limit ${sql.lit(batch)}`;
  const names = sql`select name from ${table} ${first}`;
  if (dialect === "mysql") return sql`delete from ${table} ${first}`;
  if (dialect === "sqlite") return sql`delete from ${table} where name in (${names}) and ${isOver}`;
  return sql`delete from ${table} where name = any(array(${names} for update skip locked)) and ${isOver}`;
}

export function write(dialect: SqlDialect, { key, value, expires }: Written): Statement {
  const row = sql`insert into ${table} (name, value, expires) values (${key}, ${value}, ${expires})`;
  return dialect === "mysql"
    ? sql`${row} on duplicate key update value = ${value}, expires = ${expires}`
    : sql`${row} on conflict (name) do update set value = excluded.value, expires = excluded.expires`;
}

/** SQLite and PostgreSQL: a row comes back if it was written. */
export const writeIfAbsent = ({ key, value, expires, now }: Written): Statement =>
  sql`insert into ${table} (name, value, expires) values (${key}, ${value}, ${expires})
    on conflict (name) do update set value = excluded.value, expires = excluded.expires
      where ${old} <= ${now} returning name`;

/** MySQL: refused where there is a row, be it one that has expired. */
export const insert = ({ key, value, expires }: Omit<Written, "now">): Statement =>
  sql`insert into ${table} (name, value, expires) values (${key}, ${value}, ${expires})`;

/**
 * MySQL: the numbers of rows it tells depend on the connection, so that a claim in the row tells who
 * wrote it. Assignments are made from left to right, so `expires` comes last.
 */
export const claim = ({ key, value, expires, now }: Written, by: string): Statement =>
  sql`insert into ${table} (name, value, expires, claim) values (${key}, ${value}, ${expires}, ${by})
    on duplicate key update value = if(expires <= ${now}, ${value}, value),
      claim = if(expires <= ${now}, ${by}, claim), expires = if(expires <= ${now}, ${expires}, expires)`;

export const claimant = (key: string): Statement =>
  sql`select claim from ${table} where name = ${key}`;

/** SQLite and PostgreSQL. */
export const takeRow = (key: string): Statement =>
  sql`delete from ${table} where name = ${key} returning value, expires`;

/** MySQL: nobody else reads the row so until the transaction is over. */
export const lockRow = (key: string): Statement =>
  sql`select value, expires from ${table} where name = ${key} for update`;

/** SQLite and PostgreSQL: the new count comes back. */
export const count = ({ key, expires, now }: Omit<Written, "value">): Statement =>
  sql`insert into ${table} (name, value, expires) values (${key}, '1', ${expires})
    on conflict (name) do update set
      value = case when ${old} <= ${now} then '1'
        else cast(cast(${oldValue} as bigint) + 1 as text) end,
      expires = case when ${old} <= ${now} then excluded.expires else ${old} end
    returning value`;

/** MySQL: the row is locked until the transaction is over, so that it can be read. */
export const countLocked = ({ key, expires, now }: Omit<Written, "value">): Statement =>
  sql`insert into ${table} (name, value, expires) values (${key}, '1', ${expires})
    on duplicate key update value = if(expires <= ${now}, '1', cast(value as signed) + 1),
      expires = if(expires <= ${now}, ${expires}, expires)`;
