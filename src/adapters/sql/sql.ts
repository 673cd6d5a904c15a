import type { SqlDialect } from "./model.js";

/** A statement as text, and its parameters. */
export interface Statement {
  readonly sql: string;
  readonly parameters: readonly unknown[];
}

/**
 * A piece of a statement. Names are quoted and values become parameters, as the database requires.
 */
export type Piece =
  | string
  | { readonly id: readonly string[] }
  | { readonly table: string }
  | { readonly value: unknown };

/** A statement, or a part of one, for any database. */
export class Sql {
  readonly pieces: readonly Piece[];

  constructor(pieces: readonly Piece[]) {
    this.pieces = pieces;
  }
}

const piecesOf = (value: unknown): readonly Piece[] =>
  value instanceof Sql ? value.pieces : [{ value }];

function tag(texts: TemplateStringsArray, ...values: readonly unknown[]): Sql {
  return new Sql(
    texts.flatMap((text, at) => (at < values.length ? [text, ...piecesOf(values[at])] : [text])),
  );
}

const comma: readonly Piece[] = [", "];

/**
 * Creates a statement. Values in `${}` become parameters, unless they are parts of a statement.
 *
 * ```ts
 * sql`select * from ${sql.table("User")} where ${sql.id("id")} = ${id}`;
 * ```
 */
export const sql = Object.assign(tag, {
  /** A name, or a path such as `sql.id("u", "email")`. */
  id: (...id: readonly string[]): Sql => new Sql([{ id }]),
  /** The name of a table, or `schema.name`. */
  table: (table: string): Sql => new Sql([{ table }]),
  /** Unescaped text. Never pass user input. */
  raw: (text: string): Sql => new Sql([text]),
  /** Values or parts, joined with a separator. */
  join: (values: readonly unknown[], between?: Sql): Sql =>
    new Sql(
      values.flatMap((value, at) =>
        at === 0 ? piecesOf(value) : [...(between?.pieces ?? comma), ...piecesOf(value)],
      ),
    ),
});

/** The statement in the database's syntax. */
export function textIn(dialect: SqlDialect, { pieces }: Sql): Statement {
  const parameters: unknown[] = [];
  const quote = dialect === "mysql" ? "`" : '"';
  const path = (names: readonly string[]) =>
    names.map((name) => `${quote}${name.replaceAll(quote, quote + quote)}${quote}`).join(".");
  const written = pieces.map((piece) => {
    if (typeof piece === "string") return piece;
    if ("id" in piece) return path(piece.id);
    if ("table" in piece) return path(piece.table.split("."));
    const number = parameters.push(piece.value);
    return dialect === "postgres" ? `$${number}` : "?";
  });
  return { sql: written.join(""), parameters };
}
