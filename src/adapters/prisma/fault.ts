import { isRecord } from "../../core/values/json.js";
import { mysqlErrors } from "../sql/mysql-errors.js";

/** Drivers have names for what Prisma reports as numbers. */
const names: Readonly<Record<string, string>> = {
  ...mysqlErrors,
  // SQLite
  "5": "SQLITE_BUSY",
  "6": "SQLITE_LOCKED",
  "261": "SQLITE_BUSY_RECOVERY",
  "517": "SQLITE_BUSY_SNAPSHOT",
  "787": "SQLITE_CONSTRAINT_FOREIGNKEY",
  "1555": "SQLITE_CONSTRAINT_PRIMARYKEY",
  "2067": "SQLITE_CONSTRAINT_UNIQUE",
  // Prisma: a transaction that lost a race, or got no connection in time.
  P2034: "40001",
};

/** The driver's error, which Prisma wraps in its own. */
export function driverError(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  const told = toldBy(Reflect.get(error, "meta"));
  const own: unknown = Reflect.get(error, "code");
  const code = told.code ?? own;
  if (typeof code !== "string") return error;
  const message = told.message ?? error.message;
  const constraint = /unique constraint "([^"]+)"/.exec(message)?.[1];
  return Object.assign(new Error(message, { cause: error }), {
    code: names[code] ?? code,
    ...(constraint !== undefined && { constraint }),
  });
}

interface Told {
  readonly code?: string | undefined;
  readonly message?: string | undefined;
}

/** Prisma 7 has the error of its driver adapter, Prisma 6 the code and message. */
function toldBy(meta: unknown): Told {
  if (!isRecord(meta)) return {};
  const inner = meta["driverAdapterError"];
  const cause = isRecord(inner) ? inner["cause"] : undefined;
  if (isRecord(cause)) {
    return { code: textOf(cause["originalCode"]), message: textOf(cause["originalMessage"]) };
  }
  return { code: textOf(meta["code"]), message: textOf(meta["message"]) };
}

const textOf = (value: unknown): string | undefined =>
  typeof value === "string" ? value : undefined;
