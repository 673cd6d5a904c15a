import { AuthError } from "../errors/errors.js";

const most = 32;

/** An error and its causes, each with how it's nested. */
export interface Link {
  readonly error: Error;
  /** "" for the error itself. */
  readonly label: string;
}

/**
 * An error, then its causes down to the first one. An `AggregateError` has several. Causes that aren't errors
 * are left out: libraries put whole responses there, with the tokens in them.
 */
export function chainOf(error: Error): Link[] {
  const links: Link[] = [];
  const seen = new Set<Error>();
  const add = (one: unknown, label: string): void => {
    if (!(one instanceof Error) || seen.has(one) || seen.size >= most) return;
    seen.add(one);
    links.push({ error: one, label });
    for (const [why, cause] of causesOf(one)) add(cause, why);
  };
  add(error, "");
  return links;
}

function causesOf(error: Error): (readonly [string, unknown])[] {
  const cause = error instanceof AuthError ? error.cause?.err : error.cause;
  const several: unknown[] = error instanceof AggregateError ? error.errors : [];
  return [
    ["Cause: ", cause],
    ...several.map((one, index) => [`Error ${index + 1} of ${several.length}: `, one] as const),
  ];
}
