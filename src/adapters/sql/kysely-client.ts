import { CompiledQuery, sql as kysely } from "kysely";
import type { Row } from "../rows/convert.js";
import type { SqlClient } from "./client.js";
import type { SqlDatabase } from "./database.js";
import type { RawBuilder } from "./kysely-types.js";
import type { Piece, Sql, Statement } from "./sql.js";
import { inTransaction } from "./transact.js";

const known = new WeakMap<SqlDatabase, SqlClient>();

/** Runs statements through Kysely. Returns the same client for the same database. */
export function kyselyClient(database: SqlDatabase): SqlClient {
  const client = known.get(database) ?? clientOf(database);
  known.set(database, client);
  return client;
}

function clientOf(database: SqlDatabase): SqlClient {
  return {
    // Uses Kysely's nodes, so that its plugins see the names.
    compile: (statement) => builderOf(statement).compile(database),
    async execute(statement) {
      const compiled = isCompiled(statement)
        ? statement
        : CompiledQuery.raw(statement.sql, [...statement.parameters]);
      const result = await database.getExecutor().executeQuery<Row>(compiled);
      const { rows, numAffectedRows = 0n, insertId } = result;
      return { rows, changed: Number(numAffectedRows), insertId };
    },
    transaction: (work) => inTransaction(database, (within) => work(kyselyClient(within))),
  };
}

const isCompiled = (statement: Statement): statement is CompiledQuery => "queryId" in statement;

const builderOf = ({ pieces }: Sql): RawBuilder<Row> =>
  kysely<Row>`${kysely.join(pieces.map(nodeOf), kysely.raw(""))}`;

function nodeOf(piece: Piece): RawBuilder<unknown> {
  if (typeof piece === "string") return kysely.raw(piece);
  if ("id" in piece) return kysely`${kysely.id(...piece.id)}`;
  return "table" in piece ? kysely`${kysely.table(piece.table)}` : kysely`${piece.value}`;
}
