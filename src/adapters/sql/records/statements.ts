import type { Page, Row } from "../../../types/records.js";
import type { Row as AnyRow } from "../../rows/convert.js";
import { encodeRow } from "../codec.js";
import type { TableLayout } from "../layout.js";
import { matches } from "../match.js";
import type { SqlDialect } from "../model.js";
import { allColumns } from "../select.js";
import { sql, textIn } from "../sql.js";
import type { Sql, Statement } from "../sql.js";

/** Where a change of several rows failed. */
export interface Stopped {
  readonly at: number;
  /** Undefined if no row matched. */
  readonly error?: Error;
}

/** A change of one row. */
export interface ChangeOfRow extends Statement {
  /**
   * Runs if no row was changed, and finds the row if it already has the new values: MySQL
   * connections without FOUND_ROWS don't count such a row.
   */
  readonly probe?: Statement;
}

/** A table, and the database it is in. */
export interface Place {
  readonly dialect: SqlDialect;
  readonly table: TableLayout;
}

/*
 * The statements on the tables of providers and plugins. They are compiled here and not by Kysely,
 * because a plugin may run several at every request.
 */

export const selectOne = (place: Place, key: AnyRow): Statement =>
  textIn(place.dialect, selection(place, key));

export function selectPage(place: Place, where: Row, page: Page): Statement {
  const { after, backwards, limit } = page;
  const key = keyIn(place);
  const beyond = sql.raw(backwards ? "<" : ">");
  const further = after === undefined ? sql`` : sql` and ${key} ${beyond} ${after}`;
  const order = sql.raw(`${backwards ? "desc" : "asc"} limit ${limit}`);
  return textIn(place.dialect, sql`${selection(place, where)}${further} order by ${key} ${order}`);
}

export function countUpTo(place: Place, where: Row, atMost: number): Statement {
  const rows = sql`select 1 as one from ${nameOf(place)} where ${condition(place, where)}`;
  const first = sql`${rows} limit ${sql.raw(String(atMost))}`;
  return textIn(place.dialect, sql`select count(*) as found from (${first}) as counted`);
}

export function insertRow(place: Place, row: AnyRow): ChangeOfRow {
  const pairs = encodeRow(place.table, place.dialect, row);
  const columns = sql.join(pairs.map(([column]) => sql.id(column)));
  const values = sql.join(pairs.map(([, value]) => value));
  return textIn(place.dialect, sql`insert into ${nameOf(place)} (${columns}) values (${values})`);
}

export function updateRow(place: Place, changes: Row, where: Row): ChangeOfRow {
  const { table, dialect } = place;
  const pairs = encodeRow(table, dialect, changes);
  const key = keyIn(place);
  const set = pairs.map(([column, value]) => sql`${sql.id(column)} = ${value}`);
  const all = sql.join(set.length > 0 ? set : [sql`${key} = ${key}`]);
  const before = condition(place, where);
  const change = textIn(dialect, sql`update ${nameOf(place)} set ${all} where ${before}`);
  if (dialect !== "mysql") return change;
  // `for update`, since a transaction reads by default the state of when it began.
  const both = sql`${before} and ${condition(place, changes)}`;
  const probe = sql`select 1 as one from ${nameOf(place)} where ${both} for update`;
  return { ...change, probe: textIn(dialect, probe) };
}

/** Deletes all rows with these values. */
export const deleteRows = (place: Place, where: Row): Statement =>
  textIn(place.dialect, sql`delete from ${nameOf(place)} where ${condition(place, where)}`);

interface Expired {
  readonly expires: string;
  readonly before: Date;
  readonly limit: number;
}

export const deleteExpired = (place: Place, expired: Expired): Statement =>
  textIn(place.dialect, expiredIn(place, expired));

/** Deletes the first rows that expired before a moment, through the index on their expiry. */
export function expiredIn({ dialect, table }: Place, { expires, before, limit }: Expired): Sql {
  const [[name = expires, moment] = []] = encodeRow(table, dialect, { [expires]: before });
  const [column, from] = [sql.id(name), sql.table(table.table)];
  const first = sql`order by ${column} limit ${sql.raw(String(limit))}`;
  if (dialect === "mysql") return sql`delete from ${from} where ${column} < ${moment} ${first}`;
  const key = sql.join(table.primaryKey.map((field) => sql.id(table.column(field))));
  // SQLite sorts every number before every text, so dates in another form mustn't look expired.
  const expired =
    dialect === "sqlite"
      ? sql`${column} < ${moment} and (typeof(${column}) = 'text') = (typeof(${moment}) = 'text')`
      : sql`${column} < ${moment}`;
  // Checked twice, since a row may be renewed in between.
  return sql`delete from ${from} where (${key}) in
    (select ${key} from ${from} where ${expired} ${first}) and ${expired}`;
}

const selection = (place: Place, where: AnyRow): Sql =>
  sql`select ${allColumns(place.table, place.dialect)} from ${nameOf(place)} where ${condition(place, where)}`;

const nameOf = ({ table }: Place): Sql => sql.table(table.table);

const keyIn = ({ table }: Place): Sql => sql.id(table.column(table.primaryKey[0] ?? ""));

const condition = ({ table, dialect }: Place, where: AnyRow): Sql =>
  Object.keys(where).length > 0 ? matches(table, dialect, { key: where }) : sql`1 = 1`;
