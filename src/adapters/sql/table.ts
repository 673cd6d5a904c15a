import { isWholeText } from "../../core/values/text.js";
import { toText, type Row } from "../rows/convert.js";
import type { DuplicateKey } from "../rows/duplicate.js";
import { type Result, query } from "./client.js";
import { decodeRow, encodeRow } from "./codec.js";
import { atomically, attempt, readRow, run, type SqlContext } from "./context.js";
import { isInvalidValue, typedError } from "./faults.js";
import { filled, touched } from "./fill.js";
import { finderOf } from "./finders.js";
import { canMatch, isTaken } from "./keys.js";
import type { TableLayout } from "./layout.js";
import { isOneOf, matches } from "./match.js";
import type { TableName } from "./model.js";
import { allColumns } from "./select.js";
import { sql, type Sql, type Statement } from "./sql.js";

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
  readonly where: Sql;
  /** Of several rows, the one with the lowest place is returned. */
  readonly place: (row: Row) => number;
  /** The key that a row is found by. */
  readonly keyOf: (row: Row) => Row;
}

/** The statements on one table. Rows have field names, not column names. */
export class SqlTable {
  readonly #context: SqlContext;
  readonly #table: TableLayout;
  readonly #called: TableName;
  readonly #finding: (key: Row) => Statement;

  constructor(context: SqlContext, name: TableName) {
    this.#context = context;
    this.#called = name;
    this.#table = context.layout.tables[name];
    const { client, dialect } = context;
    this.#finding = finderOf({ dialect, table: this.#table }, (key) =>
      client.compile(this.#selection(matches(this.#table, dialect, { key, alias: "t" }))),
    );
  }

  async find(key: Row): Promise<Row | undefined> {
    const read = async () => readRow(this.#context, this.#finding(key));
    const [row] = (await this.#byKey(key, read)) ?? [];
    return row && decodeRow(this.#table, row);
  }

  async findAll(key: Row): Promise<Row[]> {
    const where = matches(this.#table, this.#context.dialect, { key, alias: "t" });
    return (await this.#byKey(key, () => this.#select(where))) ?? [];
  }

  async #select(where: Sql): Promise<Row[]> {
    const { rows } = await this.#run(this.#selection(where));
    return rows.map((row) => decodeRow(this.#table, row));
  }

  #selection(where: Sql): Sql {
    const columns = allColumns(this.#table, this.#context.dialect, "t");
    return sql`select ${columns} from ${this.#name} as ${sql.id("t")} where ${where}`;
  }

  async insert(row: Row): Promise<void> {
    await this.#write(await this.#insertion(row));
  }

  /** Inserts a row and returns it as stored: defaults and triggers may have changed it. */
  async insertAndRead(row: Row): Promise<Row> {
    const { lastId } = this.#context.client;
    if (lastId && row["id"] === undefined) return this.#insertAndReadLast(row, lastId);
    const id = await this.#insertWithId(row);
    return (await this.find({ id })) ?? { ...row, id };
  }

  /** The number belongs to the connection, so both statements must run on the same one. */
  #insertAndReadLast(row: Row, lastId: Sql): Promise<Row> {
    return atomically(this.#context, async (within) => {
      const table = new SqlTable(within, this.#called);
      await table.insert(row);
      const where = sql`${sql.id("t", this.#table.column("id"))} = ${lastId}`;
      const [read] = await table.#select(where);
      if (read) return read;
      throw new Error(`The database returned no id for the new row of ${this.#table.table}`);
    });
  }

  async #insertWithId(row: Row): Promise<string> {
    const insertion = await this.#insertion(row);
    if (!this.#returnsWrites) {
      if (row["id"] !== undefined) {
        await this.#write(insertion);
        return toText(row["id"]);
      }
      return toText((await this.#write(insertion)).insertId);
    }
    const id = this.#table.column("id");
    const { rows } = await this.#write(sql`${insertion} returning ${sql.id(id)}`);
    return toText(rows[0]?.[id] ?? row["id"]);
  }

  /** Updates the row with this key and returns it as stored. */
  async update(key: Row, changes: Row): Promise<Row | undefined> {
    const given = encodeRow(this.#table, this.#context.dialect, changes);
    if (given.length === 0) return this.find(key);
    const all = await touched(this.#context, this.#table, changes);
    const pairs = encodeRow(this.#table, this.#context.dialect, all);
    const set = sql.join(pairs.map(([column, value]) => sql`${sql.id(column)} = ${value}`));
    const update = sql`update ${this.#name} set ${set} where ${this.#matches(key)}`;
    if (this.#returnsWrites) {
      return this.#first(await this.#byKey(key, () => this.#write(this.#returning(update))));
    }
    await this.#byKey(key, () => this.#write(update));
    return this.find(key);
  }

  /** Deletes the row with this key and returns it. Of concurrent callers, one gets it. */
  take(key: Row): Promise<Row | undefined> {
    return this.#take(key, { where: this.#matches(key), place: () => 0, keyOf: () => key });
  }

  /**
   * Like `take`, for a row that also has one of these values in another field. If several match,
   * the first value wins.
   */
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
    const first = (result: Result | undefined): Row | undefined => {
      const rows = (result?.rows ?? []).map((row) => decodeRow(this.#table, row));
      return rows.sort((a, b) => place(a) - place(b))[0];
    };
    if (await returnsRemoved(this.#context)) {
      const removal = sql`delete from ${this.#name} where ${where}`;
      return first(await this.#byKey(key, () => this.#run(this.#returning(removal))));
    }
    const columns = allColumns(this.#table, this.#context.dialect);
    const found = sql`select ${columns} from ${this.#name} where ${where}`;
    const row = first(await this.#byKey(key, () => this.#run(found)));
    if (!row) return undefined;
    const removal = sql`delete from ${this.#name} where ${this.#matches(keyOf(row))}`;
    const { changed } = await this.#run(removal);
    return changed === 1 ? row : undefined;
  }

  /** Deletes all rows with this key. */
  async remove(key: Row): Promise<void> {
    const removal = sql`delete from ${this.#name} where ${this.#matches(key)}`;
    await this.#byKey(key, () => this.#run(removal));
  }

  /** Removes the rows with the first key that don't have the second one. */
  async removeOthers(key: Row, spared: Row): Promise<void> {
    if (!canMatch(this.#context, this.#table, spared)) return this.remove(key);
    const others = sql`${this.#matches(key)} and not (${this.#matches(spared)})`;
    const removal = sql`delete from ${this.#name} where ${others}`;
    await this.#byKey({ ...key, ...spared }, () => this.#run(removal));
  }

  get #name(): Sql {
    return sql.table(this.#table.table);
  }

  /** A SQLite driver keeps the file locked after a key refuses a statement that returns rows. */
  get #returnsWrites(): boolean {
    return this.#context.dialect === "postgres";
  }

  #matches(key: Row): Sql {
    return matches(this.#table, this.#context.dialect, { key });
  }

  async #insertion(row: Row): Promise<Sql> {
    const all = await filled(this.#context, this.#table, row);
    const pairs = encodeRow(this.#table, this.#context.dialect, all);
    const columns = sql.join(pairs.map(([column]) => sql.id(column)));
    const values = sql.join(pairs.map(([, value]) => value));
    return sql`insert into ${this.#name} (${columns}) values (${values})`;
  }

  #returning(change: Sql): Sql {
    return sql`${change} returning ${allColumns(this.#table, this.#context.dialect)}`;
  }

  /**
   * Runs `work` unless no row can have this key. A value that doesn't fit the id's type isn't
   * found, and isn't an error.
   */
  async #byKey<T>(key: Row, work: () => Promise<T>): Promise<T | undefined> {
    if (!canMatch(this.#context, this.#table, key)) return undefined;
    if (isTaken(this.#context, this.#table, key)) return work();
    return attempt(this.#context, isInvalidValue, work);
  }

  #first(result: Result | undefined): Row | undefined {
    const row = result?.rows[0];
    return row && decodeRow(this.#table, row);
  }

  #run(query: Sql): Promise<Result> {
    return run(this.#context, query);
  }

  async #write(query: Sql): Promise<Result> {
    try {
      return await this.#run(query);
    } catch (error) {
      throw typedError(error, keys[this.#called]);
    }
  }
}

/** Whether a DELETE can return its rows. MariaDB can, MySQL can't. */
async function returnsRemoved(context: SqlContext): Promise<boolean> {
  if (context.dialect !== "mysql") return true;
  context.server.isMariadb ??= await isMariadb(context);
  return context.server.isMariadb;
}

async function isMariadb({ client }: SqlContext): Promise<boolean> {
  const { rows } = await query(client, sql`select version() as version`);
  return /mariadb/i.test(String(rows[0]?.["version"]));
}
