import { sql } from "kysely";
import type { QueryResult, RawBuilder } from "./kysely-types.js";
import type { DuplicateKey } from "../duplicate.js";
import { isWholeText } from "../../text.js";
import { toText } from "../rows/convert.js";
import type { Row } from "../rows/convert.js";
import { decodeRow, encodeRow } from "./codec.js";
import { attempt, run } from "./context.js";
import type { SqlContext } from "./context.js";
import { isInvalidValue, typedError } from "./faults.js";
import { canMatch, isTaken } from "./keys.js";
import { filled, touched } from "./fill.js";
import type { TableLayout } from "./layout.js";
import { isOneOf, matches } from "./match.js";
import type { TableName } from "./model.js";
import { returnsRemoved } from "./returning.js";
import { allColumns } from "./select.js";

const keys: Readonly<Record<TableName, DuplicateKey>> = {
  user: "user.email",
  account: "account",
  session: "session",
  verificationToken: "verificationToken",
  authenticator: "authenticator",
};

interface OneOf {
  readonly field: string;
  readonly values: readonly string[];
}

interface Taking {
  readonly where: RawBuilder<unknown>;
  /** Of several rows, the one with the lowest is given. */
  readonly place: (row: Row) => number;
  /** What one of the rows is found by. */
  readonly keyOf: (row: Row) => Row;
}

/** The statements on one table. Rows go in and come out by their field names. */
export class SqlTable {
  readonly #context: SqlContext;
  readonly #table: TableLayout;
  readonly #key: DuplicateKey;

  constructor(context: SqlContext, name: TableName) {
    this.#context = context;
    this.#key = keys[name];
    this.#table = context.layout.tables[name];
  }

  async find(key: Row): Promise<Row | undefined> {
    const [row] = await this.findAll(key);
    return row;
  }

  async findAll(key: Row): Promise<Row[]> {
    const columns = allColumns(this.#table, this.#context.dialect, "t");
    const where = matches(this.#table, this.#context.dialect, { key, alias: "t" });
    const found = await this.#byKey(key, () =>
      this.#run(sql<Row>`select ${columns} from ${this.#name} as ${sql.id("t")} where ${where}`),
    );
    return (found?.rows ?? []).map((row) => decodeRow(this.#table, row));
  }

  async insert(row: Row): Promise<void> {
    await this.#write(await this.#insertion(row));
  }

  /** Inserts a row and returns it as it then is: defaults and triggers may have had a part in it. */
  async insertAndRead(row: Row): Promise<Row> {
    const id = await this.#insertWithId(row);
    return (await this.find({ id })) ?? { ...row, id };
  }

  async #insertWithId(row: Row): Promise<string> {
    const insertion = await this.#insertion(row);
    if (!this.#returnsWrites) {
      const { insertId } = await this.#write(insertion);
      return toText(row["id"] ?? insertId);
    }
    const id = this.#table.column("id");
    const { rows } = await this.#write(sql<Row>`${insertion} returning ${sql.id(id)}`);
    return toText(rows[0]?.[id] ?? row["id"]);
  }

  /** Changes the row with this key and returns what it is then. */
  async update(key: Row, changes: Row): Promise<Row | undefined> {
    const given = encodeRow(this.#table, this.#context.dialect, changes);
    if (given.length === 0) return this.find(key);
    const all = await touched(this.#context, this.#table, changes);
    const pairs = encodeRow(this.#table, this.#context.dialect, all);
    const set = sql.join(pairs.map(([column, value]) => sql`${sql.id(column)} = ${value}`));
    const update = sql<Row>`update ${this.#name} set ${set} where ${this.#matches(key)}`;
    if (this.#returnsWrites) {
      return this.#first(await this.#byKey(key, () => this.#write(this.#returning(update))));
    }
    await this.#byKey(key, () => this.#write(update));
    return this.find(key);
  }

  /** Removes the row with this key and returns it. Of many callers at once, one gets it. */
  take(key: Row): Promise<Row | undefined> {
    return this.#take(key, { where: this.#matches(key), place: () => 0, keyOf: () => key });
  }

  /** The same for the row that has one of these values in a further field: of several, the first of the values. */
  async takeOneOf(key: Row, { field, values }: OneOf): Promise<Row | undefined> {
    const possible = values.filter((value) => isWholeText(value));
    if (possible.length === 0) return undefined;
    const { dialect } = this.#context;
    const where = sql`${this.#matches(key)} and ${isOneOf(this.#table, dialect, { field, values: possible })}`;
    return this.#take(key, {
      where,
      place: (row) => possible.indexOf(toText(row[field])),
      keyOf: (row) => ({ ...key, [field]: row[field] }),
    });
  }

  async #take(key: Row, { where, place, keyOf }: Taking): Promise<Row | undefined> {
    const first = (result: QueryResult<Row> | undefined): Row | undefined => {
      const rows = (result?.rows ?? []).map((row) => decodeRow(this.#table, row));
      return rows.sort((a, b) => place(a) - place(b))[0];
    };
    if (await returnsRemoved(this.#context)) {
      const removal = sql<Row>`delete from ${this.#name} where ${where}`;
      return first(await this.#byKey(key, () => this.#run(this.#returning(removal))));
    }
    const columns = allColumns(this.#table, this.#context.dialect);
    const found = sql<Row>`select ${columns} from ${this.#name} where ${where}`;
    const row = first(await this.#byKey(key, () => this.#run(found)));
    if (!row) return undefined;
    const removal = sql<Row>`delete from ${this.#name} where ${this.#matches(keyOf(row))}`;
    const { numAffectedRows } = await this.#run(removal);
    return numAffectedRows === 1n ? row : undefined;
  }

  /** Removes all rows with this key. */
  async remove(key: Row): Promise<void> {
    const removal = sql<Row>`delete from ${this.#name} where ${this.#matches(key)}`;
    await this.#byKey(key, () => this.#run(removal));
  }

  get #name(): RawBuilder<unknown> {
    return sql.table(this.#table.table);
  }

  /** A driver of SQLite keeps its lock on the file when a key refuses a statement that returns rows. */
  get #returnsWrites(): boolean {
    return this.#context.dialect === "postgres";
  }

  #matches(key: Row): RawBuilder<unknown> {
    return matches(this.#table, this.#context.dialect, { key });
  }

  async #insertion(row: Row): Promise<RawBuilder<Row>> {
    const all = await filled(this.#context, this.#table, row);
    const pairs = encodeRow(this.#table, this.#context.dialect, all);
    const columns = sql.join(pairs.map(([column]) => sql.id(column)));
    const values = sql.join(pairs.map(([, value]) => value));
    return sql<Row>`insert into ${this.#name} (${columns}) values (${values})`;
  }

  #returning(change: RawBuilder<Row>): RawBuilder<Row> {
    return sql<Row>`${change} returning ${allColumns(this.#table, this.#context.dialect)}`;
  }

  /** Runs `work` unless no row can have this key. What can not be the id of anybody is not found, and no fault. */
  async #byKey<T>(key: Row, work: () => Promise<T>): Promise<T | undefined> {
    if (!canMatch(this.#context, this.#table, key)) return undefined;
    if (isTaken(this.#context, this.#table, key)) return work();
    return attempt(this.#context, isInvalidValue, work);
  }

  #first(result: QueryResult<Row> | undefined): Row | undefined {
    const row = result?.rows[0];
    return row && decodeRow(this.#table, row);
  }

  #run(query: RawBuilder<Row>): Promise<QueryResult<Row>> {
    return run(this.#context, query);
  }

  async #write(query: RawBuilder<Row>): Promise<QueryResult<Row>> {
    try {
      return await this.#run(query);
    } catch (error) {
      throw typedError(error, this.#key);
    }
  }
}
