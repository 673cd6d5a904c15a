import { isRecord } from "../../../core/values/json.js";
import { DuplicateError } from "../../rows/duplicate.js";
import type { DuplicateKey } from "../../rows/duplicate.js";
import { isDuplicate } from "../../sql/faults.js";
import { driverError } from "../fault.js";

/** Prisma's codes, as the SQLSTATE or code that `sql/faults.ts` knows. */
const codes: Readonly<Record<string, string>> = {
  P1008: "SQLITE_BUSY",
  P2002: "23505",
  P2003: "23503",
  P2007: "22P02",
  P2020: "22003",
  P2021: "42P01",
  P2022: "42703",
  P2023: "22P02",
  P2033: "22003",
  P2034: "40001",
};

/** Errors of a driver adapter that Prisma has no code for, such as those of a commit. */
const kinds: Readonly<Record<string, string>> = {
  InvalidInputValue: "22P02",
  TransactionWriteConflict: "40001",
};

function codeOf(error: Error): string | undefined {
  const own: unknown = Reflect.get(error, "code");
  if (typeof own === "string" && Object.hasOwn(codes, own)) return codes[own];
  const kind = isRecord(error.cause) ? error.cause["kind"] : undefined;
  return typeof kind === "string" && Object.hasOwn(kinds, kind) ? kinds[kind] : undefined;
}

/** The key that a unique-key violation names. */
interface NamedKey {
  readonly columns?: readonly string[] | undefined;
  readonly index?: string | undefined;
}

/** What a call to a model failed with, with a code that all databases share. */
export function modelFault(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  const code = codeOf(error);
  if (code === undefined) return withoutValues(driverError(error));
  return Object.assign(new Error(lastLine(error.message), { cause: error }), {
    code,
    key: namedKey(Reflect.get(error, "meta")),
  });
}

/** Prisma prints the arguments of a call it refuses, tokens included. */
function withoutValues(error: unknown): unknown {
  const isRefusal = error instanceof Error && error.name === "PrismaClientValidationError";
  return isRefusal ? new Error(`Prisma refused a query: ${lastLine(error.message)}`) : error;
}

const lastLine = (text: string): string => text.trim().split("\n").at(-1) ?? text;

/** Prisma 7 has the error of its driver adapter, Prisma 6 its own `target`. */
function namedKey(meta: unknown): NamedKey {
  if (!isRecord(meta)) return {};
  const inner = meta["driverAdapterError"];
  const cause = isRecord(inner) ? inner["cause"] : undefined;
  const constraint = isRecord(cause) ? cause["constraint"] : undefined;
  if (!isRecord(cause) || !isRecord(constraint)) return keyOf(meta["target"]);
  // SQL Server's adapter has the table's name in place of the constraint's.
  const index = / constraint '([^']+)'/.exec(String(cause["originalMessage"]))?.[1];
  return { ...keyOf(constraint["fields"]), ...keyOf(index ?? constraint["index"]) };
}

function keyOf(named: unknown): NamedKey {
  if (typeof named === "string") return { index: named };
  if (!Array.isArray(named)) return {};
  return {
    // PostgreSQL quotes names that aren't lowercase.
    columns: named.map((column) => String(column).replaceAll('"', "").split(".").at(-1) ?? ""),
  };
}

const lost: ReadonlySet<string | undefined> = new Set(["40001", "SQLITE_BUSY"]);

/** The database gave up on a transaction, and asks for a retry. */
export const isLost = (error: unknown): boolean =>
  error instanceof Error && lost.has(codeOf(error));

/** The key that is taken, if the database names it. */
export function takenKey(error: unknown): NamedKey {
  const key: unknown = error instanceof Error ? Reflect.get(error, "key") : undefined;
  return isRecord(key) ? key : {};
}

/** Converts a unique-key violation to a DuplicateError; returns other errors unchanged. */
export function typedError(error: unknown, key: DuplicateKey): unknown {
  if (!isDuplicate(error)) return error;
  const { columns = [], index = "" } = takenKey(error);
  const isId = columns.join() === "id" || /_pkey$|^PK_|^primary$/i.test(index);
  const taken = key === "user.email" && isId ? "user.id" : key;
  return new DuplicateError(taken, { cause: error });
}
