import type { Page, Row } from "../../../types/records.js";
import type { Row as AnyRow } from "../../rows/convert.js";
import { encodeRow } from "../codec.js";
import type { TableLayout } from "../layout.js";
import type { SqlDialect } from "../model.js";
import { placeholderIn, quotedIn } from "../sql.js";
import type { Statement } from "../sql.js";

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

export function selectOne(place: Place, key: AnyRow): Statement {
  const text = new Text(place);
  return text.end(`select ${text.columns()} from ${text.table()} where ${text.matches(key)}`);
}

export function selectPage(place: Place, where: Row, page: Page): Statement {
  const text = new Text(place);
  const key = text.name(text.key);
  const found = text.matches(where);
  const beyond = `${key} ${page.backwards ? "<" : ">"}`;
  const after = page.after === undefined ? "" : ` and ${beyond} ${text.value(page.after)}`;
  return text.end(
    `select ${text.columns()} from ${text.table()} where ${found}${after} ` +
      `order by ${key} ${page.backwards ? "desc" : "asc"} limit ${page.limit}`,
  );
}

export function countUpTo(place: Place, where: Row, atMost: number): Statement {
  const text = new Text(place);
  const rows = `select 1 as one from ${text.table()} where ${text.matches(where)} limit ${atMost}`;
  return text.end(`select count(*) as found from (${rows}) as counted`);
}

export function insertRow(place: Place, row: AnyRow): ChangeOfRow {
  const text = new Text(place);
  const pairs = encodeRow(place.table, place.dialect, row);
  const columns = pairs.map(([column]) => text.name(column)).join(", ");
  const values = pairs.map(([, value]) => text.value(value)).join(", ");
  return text.end(`insert into ${text.table()} (${columns}) values (${values})`);
}

export function updateRow(place: Place, changes: Row, where: Row): ChangeOfRow {
  const text = new Text(place);
  const pairs = encodeRow(place.table, place.dialect, changes);
  const key = text.name(text.key);
  const set = pairs.map(([column, value]) => `${text.name(column)} = ${text.value(value)}`);
  const change = text.end(
    `update ${text.table()} set ${set.join(", ") || `${key} = ${key}`} where ${text.matches(where)}`,
  );
  return place.dialect === "mysql" ? { ...change, probe: probeFor(place, changes, where) } : change;
}

/** `for update`, since a transaction reads by default the state of when it began. */
function probeFor(place: Place, changes: Row, where: Row): Statement {
  const text = new Text(place);
  const [before, after] = [text.matches(where), text.matches(changes)];
  return text.end(`select 1 as one from ${text.table()} where ${before} and ${after} for update`);
}

export function deleteRow(place: Place, where: Row): ChangeOfRow {
  const text = new Text(place);
  return text.end(`delete from ${text.table()} where ${text.matches(where)}`);
}

/** Deletes the first rows that expired before a moment, through the index. */
export function deleteExpired(
  place: Place,
  { expires, before, limit }: { expires: string; before: Date; limit: number },
): Statement {
  const text = new Text(place);
  const column = text.name(place.table.column(expires));
  const [[, moment] = []] = encodeRow(place.table, place.dialect, { [expires]: before });
  const first = `order by ${column} limit ${limit}`;
  if (place.dialect === "mysql") {
    return text.end(`delete from ${text.table()} where ${column} < ${text.value(moment)} ${first}`);
  }
  const key = text.name(text.key);
  const rows = `select ${key} from ${text.table()} where ${column} < ${text.value(moment)} ${first}`;
  // Checked twice, since a row may be renewed in between.
  return text.end(
    `delete from ${text.table()} where ${key} in (${rows}) and ${column} < ${text.value(moment)}`,
  );
}

/** Deletes all rows with these values. */
export const deleteRows: (place: Place, where: Row) => Statement = deleteRow;

/** Builds a statement. Values become parameters, in the order in which they are added. */
class Text {
  readonly key: string;
  readonly #place: Place;
  readonly #parameters: unknown[] = [];

  constructor(place: Place) {
    this.#place = place;
    const [key = ""] = place.table.primaryKey;
    this.key = place.table.column(key);
  }

  end(sql: string): Statement {
    return { sql, parameters: this.#parameters };
  }

  value(value: unknown): string {
    return placeholderIn(this.#place.dialect, this.#parameters.push(value));
  }

  name(name: string): string {
    return quotedIn(this.#place.dialect, name);
  }

  table(): string {
    return this.#place.table.table
      .split(".")
      .map((part) => this.name(part))
      .join(".");
  }

  /**
   * All columns. Dates are read as numbers or text, because drivers read a date without a zone in a
   * zone of their choice.
   */
  columns(): string {
    const { table, dialect } = this.#place;
    const columns = Object.entries(table.fields).map(([field, { kind }]) => {
      const column = this.name(table.column(field));
      return kind === "date" ? readDate[dialect](column) : column;
    });
    return columns.join(", ");
  }

  /** The condition that all these columns have exactly these values. */
  matches(where: AnyRow): string {
    const conditions = Object.entries(where).flatMap(([field, value]) =>
      this.#equals(field, value),
    );
    return conditions.join(" and ") || "1 = 1";
  }

  #equals(field: string, value: unknown): string[] {
    const { table, dialect } = this.#place;
    return encodeRow(table, dialect, { [field]: value }).flatMap(([name, encoded]) => {
      const column = this.name(name);
      if (encoded === null) return [`${column} is null`];
      const equal = `${column} = ${this.value(encoded)}`;
      // Ids of users and texts may have a collation that treats `A` as `a`.
      if (dialect !== "mysql" || !isCollated(table, field)) return [equal];
      return [equal, `${bytes(column)} = ${bytes(this.value(encoded))}`];
    });
  }
}

function isCollated({ fields, collatedKeys }: TableLayout, field: string): boolean {
  const kind = fields[field]?.kind;
  return kind === "ref" || kind === "text" || (kind === "key" && collatedKeys === true);
}

const bytes = (text: string): string => `cast(convert(${text} using utf8mb4) as binary)`;

const readDate: Readonly<Record<SqlDialect, (column: string) => string>> = {
  sqlite: (column) => column,
  postgres: (column) =>
    `cast(extract(epoch from ${column}) * 1000 as double precision) as ${column}`,
  mysql: (column) => `cast(${column} as char) as ${column}`,
};
