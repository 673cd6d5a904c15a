import { mysqlErrors } from "../sql/mysql-errors.js";

/**
 * The driver's error. Drizzle's own errors contain parameter values in their messages, and so do
 * PlanetScale's: tokens and addresses, which logs would keep.
 */
export function driverError(error: unknown): unknown {
  const cause = isDrizzles(error) && error.cause ? error.cause : error;
  return cause instanceof Error ? (vitessError(cause) ?? cause) : cause;
}

/** Recognized by its members, since it may come from another copy of Drizzle. */
const isDrizzles = (error: unknown): error is Error =>
  error instanceof Error && "query" in error && "params" in error;

/** `target: app.-.primary: vttablet: rpc error: … desc = Duplicate entry … (errno 1062) (sqlstate 23000) … Sql: …` */
const codes = / \(errno (\d+)\) \(sqlstate (\w{5})\)/;

/** PlanetScale's driver puts MySQL's error into a single string. */
function vitessError({ message }: Error): Error | undefined {
  const found = codes.exec(message);
  if (!found) return undefined;
  const [, number = "", state] = found;
  const said = message.slice(0, found.index).split(" desc = ").at(-1);
  return Object.assign(new Error(said), { code: mysqlErrors[number] ?? state });
}
