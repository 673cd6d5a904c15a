import type { JsonValue } from "./common.js";

/*
 * Storage for everything that isn't one of the tables of Auth.js. A plugin declares tables as data and uses `Records`;
 * an adapter implements `RecordStore`, five functions on plain rows. Checks, defaults and types are between the two.
 */

/**
 * What a column holds. A `key` has at most 255 characters, no trailing spaces, and can be indexed.
 * Bytes (use base64url text) and fractions aren't supported.
 */
export type Kind = "key" | "text" | "integer" | "boolean" | "date" | "json";

export interface Column {
  readonly kind: Kind;
  readonly nullable?: boolean;
  /** A constant, for rows that omit the column and for rows written before it existed. */
  readonly default?: string | number | boolean;
  /** The table whose key this is: `user`, or the name of another record table. Deleting that row deletes this one. */
  readonly references?: string;
}

export interface Table {
  /** Begins with the plugin's name, since `organization` and `membership` probably exist in the application. */
  readonly name: string;
  readonly columns: Readonly<Record<string, Column>>;
  /** One column of kind `key`. */
  readonly key: string;
  readonly unique?: readonly (readonly string[])[];
  /** What `find` and `count` may look for; `[]` means all rows. At most three columns each. */
  readonly indexes?: readonly (readonly string[])[];
  /** A date column after which `sweep` may delete the row. Until then, the row is still found. */
  readonly expires?: string;
  /** Where rows are stored that are older than records. New tables don't have it. */
  readonly stored?: {
    /** In SQL, the table is named after the user table: `second_step` is `User_second_step` next to `User`. */
    readonly besideUser?: string;
    /** In Redis, the prefix of the row's key. */
    readonly redis?: string;
  };
}

/** A row as a store sees it: texts, integers, booleans, dates and null. JSON is text. */
export type Row = Readonly<Record<string, Value>>;
export type Value = string | number | boolean | Date | null;

export type Change =
  | { readonly kind: "insert"; readonly table: Table; readonly row: Row }
  | {
      readonly kind: "update";
      readonly table: Table;
      readonly id: string;
      readonly changes: Row;
      readonly if: Row;
    }
  | { readonly kind: "remove"; readonly table: Table; readonly id: string; readonly if: Row };

export interface Page {
  /** 1 to 1000. */
  readonly limit: number;
  /** The `next` of the page before. */
  readonly after?: string;
  readonly backwards?: boolean;
}

/** What an adapter implements. Every call is atomic; races are decided by the store. */
export interface RecordStore {
  /** By the key, or by all columns of a unique key. */
  read(table: Table, key: Row): Promise<Row | null>;
  /** The rows with these values, ordered by key in the store's own order. */
  list(table: Table, where: Row, page: Page): Promise<readonly Row[]>;
  count(table: Table, where: Row, atMost: number): Promise<number>;
  /** All or none, in this order. */
  write(changes: readonly Change[]): Promise<"done" | "unmatched" | Conflict | MissingOwner>;
  /** Deletes up to `limit` rows that expired before this moment, and returns how many it deleted. */
  sweep(table: Table, before: Date, limit: number): Promise<number>;
}

/** A row with the same key, or with the same values in the columns of a unique key, exists already. */
export class Conflict extends Error {
  override readonly name = "Conflict";
  readonly table: string;
  /** The columns of the key that is taken, if the store names them. */
  readonly columns: readonly string[] | undefined;

  constructor(table: string, columns?: readonly string[], options?: ErrorOptions) {
    super(`${table} already has a row with this ${columns?.join(" and ") ?? "key"}`, options);
    this.table = table;
    this.columns = columns;
  }
}

/** The row that a column references doesn't exist. */
export class MissingOwner extends Error {
  override readonly name = "MissingOwner";
  readonly table: string;

  constructor(table: string, options?: ErrorOptions) {
    super(`A row of ${table} references a row that doesn't exist`, options);
    this.table = table;
  }
}

interface ValueOfKind {
  key: string;
  text: string;
  integer: number;
  boolean: boolean;
  date: Date;
  json: JsonValue;
}

type OfColumn<C extends Column> =
  | ValueOfKind[C["kind"]]
  | (C extends { readonly nullable: true } ? null : never);

type ColumnsOf<T extends Table> = T["columns"];

/** A row of a table. */
export type RowOf<T extends Table> = {
  readonly [Name in keyof ColumnsOf<T>]: OfColumn<ColumnsOf<T>[Name]>;
};

type Optional<T extends Table> = {
  [Name in keyof ColumnsOf<T>]: ColumnsOf<T>[Name] extends
    | { readonly nullable: true }
    | { readonly default: string | number | boolean }
    ? Name
    : never;
}[keyof ColumnsOf<T>];

/** A row to insert: columns that are nullable or have a default can be left out. */
export type NewRowOf<T extends Table> = Omit<RowOf<T>, Optional<T>> &
  Partial<Pick<RowOf<T>, Optional<T>>>;

/** What `update` may change: everything but the key. */
export type ChangesOf<T extends Table> = Partial<Omit<RowOf<T>, T["key"]>>;

type Picked<T extends Table, Names extends readonly string[]> = {
  readonly [Name in Names[number]]: Name extends keyof ColumnsOf<T>
    ? ValueOfKind[ColumnsOf<T>[Name]["kind"]]
    : never;
};

type Lists<L> = L extends readonly (infer Names)[] ? Names : never;

type EachOf<T extends Table, Names> = Names extends readonly string[] ? Picked<T, Names> : never;

/** The key itself, or all columns of a unique key. */
export type KeyOf<T extends Table> = string | EachOf<T, Lists<T["unique"]>>;

/** The columns of a declared index. */
export type IndexOf<T extends Table> = EachOf<T, Lists<T["indexes"]>>;

type Comparable<C extends Column> = C["kind"] extends "text" | "json"
  ? C extends { readonly nullable: true }
    ? null
    : never
  : OfColumn<C>;

/** What a row must be for a change to happen. Texts and JSON are only compared with null: give them a version. */
export type ConditionOf<T extends Table> = {
  readonly [Name in Exclude<keyof ColumnsOf<T>, T["key"]>]?: Comparable<ColumnsOf<T>[Name]>;
};

export interface Condition<T extends Table> {
  readonly if?: ConditionOf<T>;
}

/** What to change, and what the row must be for that. */
export interface Update<T extends Table> extends Condition<T> {
  readonly set?: ChangesOf<T>;
}

/** One page of rows. */
export interface Found<Of> {
  readonly rows: readonly Of[];
  /** Where the next page begins; missing on the last page. */
  readonly next?: string;
}

/**
 * The rows of plugins. Reading by something that can't be a key, such as a text with a trailing space, finds nothing; writing
 * it throws a `TypeError`.
 */
export interface Records {
  get<const T extends Table>(table: T, key: KeyOf<T>): Promise<RowOf<T> | null>;
  /**
   * Ordered by key in the store's own order. A row that exists throughout is on exactly one page.
   */
  find<const T extends Table>(table: T, where: IndexOf<T>, page: Page): Promise<Found<RowOf<T>>>;
  /**
   * For information only: stops counting at `atMost`. Keep a limit, such as seats, in a counter
   * that the same `all` changes.
   */
  count<const T extends Table>(table: T, where: IndexOf<T>, atMost: number): Promise<number>;
  /** Throws `Conflict` or `MissingOwner`. */
  insert<const T extends Table>(table: T, row: NewRowOf<T>): Promise<void>;
  /** Resolves to whether the row existed and matched `if`. */
  update<const T extends Table>(table: T, id: string, update: Update<T>): Promise<boolean>;
  remove<const T extends Table>(table: T, id: string, options?: Condition<T>): Promise<boolean>;
  /**
   * All or none: up to ten changes, each of a different row. A row may come after the one it references. False if a row
   * wasn't there or didn't match. Make them with `change`.
   */
  all(changes: readonly Change[]): Promise<boolean>;
  /** Deletes up to `limit` expired rows, and resolves to how many it deleted. */
  sweep(table: Table, before: Date, limit: number): Promise<number>;
}
