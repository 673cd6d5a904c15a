import { isRecord } from "../../../core/values/json.js";
import { toNumber, toText } from "../../rows/convert.js";
import type { Row } from "../../rows/convert.js";
import { isOutdated } from "../../sql/faults.js";
import { run } from "./context.js";
import type { ModelContext } from "./context.js";
import { modelFault } from "./fault.js";
import { canHave, fromClient, hasTexts, toClient, toWhere } from "./place.js";
import type { Place } from "./place.js";

export interface Pages {
  /** The field that rows are ordered by. */
  readonly by: string;
  readonly limit: number;
  readonly after?: string | undefined;
  readonly backwards?: boolean | undefined;
  /** A condition in the client's own terms. */
  readonly filter?: object | undefined;
}

/**
 * The calls to one model. Each change is one conditional statement that reports how many rows it
 * changed, so races are decided by the database.
 */
export class ModelTable {
  readonly place: Place;
  readonly #context: ModelContext;

  constructor(context: ModelContext, place: Place) {
    this.#context = context;
    this.place = place;
  }

  async find(key: Row): Promise<Row | undefined> {
    const [row] = await this.#select(key, { take: 1 });
    return row;
  }

  findAll(key: Row): Promise<Row[]> {
    return this.#select(key, {});
  }

  /** Keys of the rows that a unique index takes for the same: it compares as the database does, maybe without case. */
  async keysTakenBy(values: Row, key: string): Promise<string[]> {
    if (!canHave(this.place, values)) return [];
    const rows = await this.#rows({ where: toWhere(this.place, values) });
    return rows.map((row) => toText(row[key]));
  }

  async #select(key: Row, args: object): Promise<Row[]> {
    if (!canHave(this.place, key)) return [];
    const rows = await this.#rows({ where: toWhere(this.place, key), ...args });
    return rows.filter((row) => hasTexts(row, key));
  }

  /** Rows in order. If fewer than `limit` are returned, there are no more. */
  async page(key: Row, { by, limit, after, backwards, filter }: Pages): Promise<Row[]> {
    const from = after === undefined ? {} : { [by]: after };
    if (!canHave(this.place, key) || !canHave(this.place, from)) return [];
    const found: Row[] = [];
    for (let last: Row = from; found.length < limit;) {
      const take = limit - found.length;
      const where = { AND: [toWhere(this.place, key), filter, this.#beyond(last, backwards)] };
      const orderBy = { [this.#called(by)]: backwards ? "desc" : "asc" };
      const rows = await this.#rows({ where: defined(where), orderBy, take });
      found.push(...rows.filter((row) => hasTexts(row, key)));
      const end = rows.at(-1);
      if (rows.length < take || end === undefined) break;
      last = { [by]: end[by] };
    }
    return found;
  }

  #beyond(last: Row, backwards: boolean | undefined): object | undefined {
    const [[called, value] = []] = Object.entries(toWhere(this.place, last));
    return called === undefined ? undefined : { [called]: { [backwards ? "lt" : "gt"]: value } };
  }

  async #rows(args: object): Promise<Row[]> {
    const found = await this.call("findMany", { ...args, select: this.place.select });
    const rows: readonly unknown[] = Array.isArray(found) ? found : [];
    return rows.filter(isRecord).map((row) => fromClient(this.place, row));
  }

  /** Counts up to `atMost` rows. */
  async count(key: Row, atMost: number): Promise<number> {
    if (!canHave(this.place, key)) return 0;
    return toNumber(await this.call("count", { where: toWhere(this.place, key), take: atMost }));
  }

  async insert(row: Row): Promise<void> {
    await this.call("createMany", { data: [toClient(this.place, forInsert(this.place, row))] });
  }

  /** Inserts a row and returns it as stored, with the id and defaults that Prisma or the database made. */
  async insertAndRead(row: Row): Promise<Row> {
    const data = toClient(this.place, forInsert(this.place, row));
    const made = await this.call("create", { data, select: this.place.select });
    return fromClient(this.place, isRecord(made) ? made : {});
  }

  /** Changes the rows that match and returns their number. */
  async change(where: Row, changes: Row, filter?: object): Promise<number> {
    if (!canHave(this.place, where)) return 0;
    const data = toClient(this.place, changes);
    return this.#changed("updateMany", { where: this.#where(where, filter), data });
  }

  /** Deletes the rows that match and returns their number. */
  async remove(where: Row, filter?: object): Promise<number> {
    if (!canHave(this.place, where)) return 0;
    return this.#changed("deleteMany", { where: this.#where(where, filter) });
  }

  /** Changes the row with this key and returns it as stored. */
  async update(key: Row, changes: Row): Promise<Row | undefined> {
    const isEmpty = Object.keys(toClient(this.place, changes)).length === 0;
    if (isEmpty || !(await this.#isThere(key))) return this.find(key);
    return (await this.change(key, changes)) === 0 ? undefined : this.find(key);
  }

  /** Where keys are compared without case, a change by the wrong key would hit another row. */
  async #isThere(key: Row): Promise<boolean> {
    return !this.#context.collated || (await this.find(key)) !== undefined;
  }

  /** Deletes the row with this key and returns it. Of concurrent callers, one gets it. */
  async take(key: Row): Promise<Row | undefined> {
    const row = await this.find(key);
    return row && (await this.remove(key)) === 1 ? row : undefined;
  }

  /** Removes the rows with the first key that don't have the second one. */
  async removeOthers(key: Row, spared: Row): Promise<void> {
    const isPossible = canHave(this.place, spared);
    await this.remove(key, isPossible ? { NOT: toWhere(this.place, spared) } : undefined);
  }

  /** Deletes up to `limit` rows that expired before this moment. */
  async sweep(fields: { key: string; expires: string }, before: unknown, limit: number) {
    const [key, expires] = [this.#called(fields.key), this.#called(fields.expires)];
    const isOver = { [expires]: { lt: before } };
    const orderBy = { [expires]: "asc" };
    const rows = await this.#rows({ where: isOver, orderBy, take: limit });
    if (rows.length === 0) return 0;
    const values = rows.map((row) => row[fields.key]);
    // Checked twice, since a row may be renewed in between.
    return this.remove({}, { AND: [{ [key]: { in: values } }, isOver] });
  }

  #where(where: Row, filter: object | undefined): object {
    return defined({ AND: [toWhere(this.place, where), filter] });
  }

  #called(name: string): string {
    return this.place.fields.get(name)?.called ?? name;
  }

  async #changed(method: string, args: object): Promise<number> {
    const result = await this.call(method, args);
    return isRecord(result) ? toNumber(result["count"]) : 0;
  }

  async call(method: string, args: object): Promise<unknown> {
    const { client, schema } = this.#context;
    const { model } = this.place;
    try {
      return await run(this.#context, () => callModel(client, { model, method, args }));
    } catch (error) {
      if (!(error instanceof Error) || !isOutdated(error)) throw error;
      throw new Error(`${error.message}. ${schema.toMigrate}`, { cause: error });
    }
  }
}

const defined = ({ AND }: { AND: readonly unknown[] }): object => ({
  AND: AND.filter((condition) => condition !== undefined),
});

/** Json that is left out is null. Prisma has nulls of its own for it. */
const forInsert = ({ fields }: Place, row: Row): Row =>
  Object.fromEntries(
    Object.entries(row).filter(
      ([name, value]) => value !== null || fields.get(name)?.type !== "Json",
    ),
  );

interface Call {
  readonly model: string;
  readonly method: string;
  readonly args: object;
}

async function callModel(client: object, { model, method, args }: Call): Promise<unknown> {
  const delegate: unknown = Reflect.get(client, model);
  const work: unknown = isObject(delegate) ? Reflect.get(delegate, method) : undefined;
  if (typeof work !== "function") {
    throw new TypeError(`The Prisma client has no \`${model}.${method}\`.`);
  }
  try {
    const result: unknown = await Reflect.apply(work, delegate, [args]);
    return result;
  } catch (error) {
    throw modelFault(error);
  }
}

const isObject = (value: unknown): value is object => typeof value === "object" && value !== null;
