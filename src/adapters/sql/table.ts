import { sql } from "kysely";
import type { QueryResult, RawBuilder } from "kysely";
import type { DuplicateKey } from "../duplicate.js";
import { toText } from "../rows/convert.js";
import type { Row } from "../rows/convert.js";
import { decodeRow, encodeRow } from "./codec.js";
import { run } from "./context.js";
import type { SqlContext } from "./context.js";
import { typedError } from "./faults.js";
import type { TableLayout } from "./layout.js";
import { matches } from "./match.js";
import type { TableName } from "./model.js";
import { allColumns } from "./select.js";

const keys: Readonly<Record<TableName, DuplicateKey>> = {
  user: "user.email",
  account: "account",
  session: "session",
  verificationToken: "verificationToken",
  authenticator: "authenticator",
};

/** The statements on one table. Rows go in and come out by their field names. */
export class SqlTable {
  readonly #context: SqlContext;
  readonly #table: TableLayout;

  constructor(context: SqlContext, name: TableName) {
    this.#context = context;
    this.#table = context.layout.tables[name];
  }

  async find(key: Row): Promise<Row | undefined> {
    const [row] = await this.findAll(key);
    return row;
  }

  async findAll(key: Row): Promise<Row[]> {
    const columns = allColumns(this.#table, "t", this.#context.dialect);
    const where = matches(this.#table, this.#context.dialect, { key, alias: "t" });
    const { rows } = await this.#run(
      sql<Row>`select ${columns} from ${this.#name} as ${sql.id("t")} where ${where}`,
    );
    return rows.map((row) => decodeRow(this.#table, row));
  }

  async insert(row: Row): Promise<void> {
    await this.#write(this.#insertion(row));
  }

  /** Inserts a row whose id the database makes, and returns that id. */
  async insertNumbered(row: Row): Promise<string> {
    if (!this.#returns) return toText((await this.#write(this.#insertion(row))).insertId);
    const id = sql.id(this.#table.column("id"));
    const { rows } = await this.#write(sql<Row>`${this.#insertion(row)} returning ${id}`);
    return toText(rows[0]?.[this.#table.column("id")]);
  }

  /** Changes the row with this key and returns what it is then. */
  async update(key: Row, changes: Row): Promise<Row | undefined> {
    const pairs = encodeRow(this.#table, this.#context.dialect, changes);
    if (pairs.length === 0) return this.find(key);
    const set = sql.join(pairs.map(([column, value]) => sql`${sql.id(column)} = ${value}`));
    const update = sql<Row>`update ${this.#name} set ${set} where ${this.#matches(key)}`;
    if (this.#returns) return this.#first(await this.#write(sql<Row>`${update} returning *`));
    await this.#write(update);
    return this.find(key);
  }

  /** Removes the row with this key and returns it. Of many callers at once, one gets it. */
  async take(key: Row): Promise<Row | undefined> {
    const removal = sql<Row>`delete from ${this.#name} where ${this.#matches(key)}`;
    if (this.#returns) return this.#first(await this.#run(sql<Row>`${removal} returning *`));
    const row = await this.find(key);
    if (!row) return undefined;
    const { numAffectedRows } = await this.#run(removal);
    return numAffectedRows === 1n ? row : undefined;
  }

  /** Removes all rows with this key. */
  async remove(key: Row): Promise<void> {
    await this.#run(sql<Row>`delete from ${this.#name} where ${this.#matches(key)}`);
  }

  /** Removes the rows that ran out before `moment` and returns their number. */
  async removeExpired(moment: Date): Promise<number> {
    const [[column, limit] = []] = encodeRow(this.#table, this.#context.dialect, {
      expires: moment,
    });
    const expires = sql.id(column ?? "expires");
    // To SQLite every number is less than every text: dates in another form must not look old.
    const comparable =
      this.#context.dialect === "sqlite"
        ? sql` and (typeof(${expires}) = 'text') = (typeof(${limit}) = 'text')`
        : sql``;
    const { numAffectedRows = 0n } = await this.#run(
      sql<Row>`delete from ${this.#name} where ${expires} < ${limit}${comparable}`,
    );
    return Number(numAffectedRows);
  }

  get #name(): RawBuilder<unknown> {
    return sql.table(this.#table.table);
  }

  get #returns(): boolean {
    return this.#context.dialect !== "mysql";
  }

  #matches(key: Row): RawBuilder<unknown> {
    return matches(this.#table, this.#context.dialect, { key });
  }

  #insertion(row: Row): RawBuilder<Row> {
    const pairs = encodeRow(this.#table, this.#context.dialect, row);
    const columns = sql.join(pairs.map(([column]) => sql.id(column)));
    const values = sql.join(pairs.map(([, value]) => value));
    return sql<Row>`insert into ${this.#name} (${columns}) values (${values})`;
  }

  #first(result: QueryResult<Row>): Row | undefined {
    const [row] = result.rows;
    return row && decodeRow(this.#table, row);
  }

  #run(query: RawBuilder<Row>): Promise<QueryResult<Row>> {
    return run(this.#context, query);
  }

  async #write(query: RawBuilder<Row>): Promise<QueryResult<Row>> {
    try {
      return await this.#run(query);
    } catch (error) {
      throw typedError(error, keys[this.#table.name]);
    }
  }
}
