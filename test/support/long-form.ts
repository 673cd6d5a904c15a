/** `npm run test:long` tries more of the same: more sequences, more requests, every look. */
export const isLong = process.env["LONG_FORM"] === "true";

/** The thousand rounds of tokens that run out have a check of their own there. */
export const isLongRounds = process.env["LONG_ROUNDS"] === "true";

/**
 * What is tried with a row of a matrix: everything in the long form. In the short one each row has its share, and
 * the next row the next one, so that every row is tried, and everything with some rows.
 */
export function shareOf<T>(all: readonly T[], row: number, shares: number): readonly T[] {
  return isLong ? all : all.filter((_, index) => (index + row) % shares === 0);
}

/** How often a property is tried: less often where thousands of mutants are, each of them as often. */
export function times(count: number): number {
  return process.env["MUTANTS"] === "true" ? Math.ceil(count / 50) : count;
}
