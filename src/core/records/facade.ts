import { Conflict, MissingOwner } from "../../types/records.js";
import type {
  Change,
  Found,
  Page,
  Records,
  RecordStore,
  Row,
  RowOf,
  Table,
} from "../../types/records.js";
import { canMatch, change, comparable, isMade, isPossible, membersOf } from "./change.js";
import { checkTable } from "./table.js";
import { fromStored, isKey, isRowOf, toStored } from "./values.js";

const mostChanges = 10;
const largestPage = 1000;

/** Validates and converts what every store would have to. */
export function recordsOn(store: RecordStore): Records {
  const all = async (changes: readonly Change[]): Promise<boolean> => {
    checkTogether(changes);
    if (!changes.every(canMatch)) return false;
    const result = await store.write(changes);
    if (result instanceof Conflict || result instanceof MissingOwner) throw result;
    return result === "done";
  };
  return {
    async get(table, key) {
      const columns = keyColumns(table, key);
      const row = columns && (await store.read(table, columns));
      return row ? rowFor(table, key, row) : null;
    },
    async find(table, where, { limit, after, backwards }) {
      wholeNumber(limit, "limit", largestPage);
      const columns = lookedUp(table, table.indexes, where);
      if (!columns || (after !== undefined && !isKey(after))) return { rows: [] };
      const more: Page = { limit: limit + 1, ...(after !== undefined && { after }) };
      const rows = await store.list(table, columns, { ...more, backwards: backwards ?? false });
      return pageOf(table, rows, limit);
    },
    async count(table, where, atMost) {
      wholeNumber(atMost, "atMost");
      const columns = lookedUp(table, table.indexes, where);
      return columns ? store.count(table, columns, atMost) : 0;
    },
    async insert(table, row) {
      if (await all([change.insert(table, row)])) return;
      throw new TypeError(`The store didn't insert a row into ${table.name}, and gave no reason`);
    },
    update: async (table, id, update) => all([change.update(table, id, update)]),
    remove: async (table, id, options) => all([change.remove(table, id, options)]),
    all,
    async sweep(table, before, limit) {
      checkTable(table);
      if (table.expires === undefined) throw new TypeError(`${table.name} declares no \`expires\``);
      toStored(table, table.expires, before);
      wholeNumber(limit, "limit", largestPage);
      return store.sweep(table, before, limit);
    },
  };
}

/** The row for the caller. Whatever the store returns, nobody gets another user's row. */
export function rowFor<T extends Table>(table: T, key: string | object, row: Row): RowOf<T> {
  if (typeof key !== "string" || row[table.key] === key) return shown(table, row);
  throw new TypeError(
    `The store returned a different row of ${table.name} than the one requested. Check how its queries compare keys`,
  );
}

function checkTogether(changes: readonly Change[]): void {
  if (changes.length === 0 || changes.length > mostChanges) {
    throw new TypeError(`\`all\` takes 1 to ${mostChanges} changes`);
  }
  if (!changes.every(isMade)) {
    throw new TypeError(
      "Create the changes for `all` with `change`, such as `change.insert(table, row)`",
    );
  }
  const rows = new Set(
    changes.map(({ table, ...one }) => {
      const id = one.kind === "insert" ? one.row[table.key] : one.id;
      return JSON.stringify([table.name, id]);
    }),
  );
  if (rows.size === changes.length) return;
  throw new TypeError("Each change in `all` needs a row of its own");
}

/** The columns to query by; undefined if no row can have these values. */
export function keyColumns(table: Table, key: string | object): Row | undefined {
  checkTable(table);
  if (typeof key !== "string") return lookedUp(table, table.unique, key);
  return isKey(key) ? { [table.key]: key } : undefined;
}

function lookedUp(
  table: Table,
  declared: readonly (readonly string[])[] = [],
  where: object,
): Row | undefined {
  checkTable(table);
  const given = membersOf(where);
  const isDeclared = declared.some(
    (columns) => columns.length === given.size && columns.every((called) => given.has(called)),
  );
  if (!isDeclared) {
    throw new TypeError(`${table.name} has no index on (${[...given.keys()].join(", ")})`);
  }
  const values = Array.from(
    given,
    ([called, value]) => [called, nonNull(table, called, value)] as const,
  );
  return values.every(([, value]) => isPossible(value)) ? Object.fromEntries(values) : undefined;
}

function nonNull(table: Table, called: string, value: unknown) {
  if (value !== null) return comparable(table, called, value);
  throw new TypeError(`Rows of ${table.name} can't be looked up by null in ${called}`);
}

function pageOf<T extends Table>(table: T, rows: readonly Row[], limit: number): Found<RowOf<T>> {
  const page = rows.slice(0, limit).map((row) => shown(table, row));
  const last = rows.length > limit ? rows[limit - 1]?.[table.key] : undefined;
  return typeof last === "string" ? { rows: page, next: last } : { rows: page };
}

function shown<T extends Table>(table: T, stored: Row): RowOf<T> {
  const row = fromStored(table, stored);
  if (!isRowOf(table, row)) {
    throw new TypeError(`The store returned something that isn't a row of ${table.name}`);
  }
  return row;
}

function wholeNumber(given: number, called: string, most = Number.MAX_SAFE_INTEGER): void {
  if (Number.isSafeInteger(given) && given > 0 && given <= most) return;
  throw new TypeError(`\`${called}\` must be a whole number from 1 to ${most}`);
}
