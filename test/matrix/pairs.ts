/** What varies, and the values of each. */
type Dimensions = Readonly<Record<string, readonly string[]>>;

export type Row<D extends Dimensions> = { readonly [Name in keyof D]: D[Name][number] };

/** The same numbers for the same seed (mulberry32). */
function randomOf(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

const pairOf = (a: readonly [string, string], b: readonly [string, string]) =>
  [a, b]
    .map((one) => one.join("="))
    .sort()
    .join(" ");

/** All pairs of values that a row holds. */
export function pairsIn(row: Readonly<Record<string, string>>): string[] {
  const entries = Object.entries(row);
  return entries.flatMap((one, index) => entries.slice(index + 1).map((two) => pairOf(one, two)));
}

/** All pairs of values of two dimensions. */
export function allPairs(dimensions: Dimensions): Set<string> {
  const values = Object.entries(dimensions).flatMap(([name, all]) =>
    all.map((value): [string, string] => [name, value]),
  );
  const pairs = values.flatMap((one, index) =>
    values.slice(index + 1).flatMap((two) => (one[0] === two[0] ? [] : [pairOf(one, two)])),
  );
  return new Set(pairs);
}

/** Rows in which every two values of different dimensions meet at least once, and few of them: each next row is greedy. */
export function pairwise<const D extends Dimensions>(dimensions: D, seed: number): Row<D>[] {
  const random = randomOf(seed);
  const left = allPairs(dimensions);
  const rows: Row<D>[] = [];
  while (left.size > 0) {
    const tries = Array.from({ length: 20 }, () => greedyRow(dimensions, left, random));
    const gainOf = (row: Row<D>) => pairsIn(row).filter((pair) => left.has(pair)).length;
    const best = tries.reduce((a, b) => (gainOf(b) > gainOf(a) ? b : a));
    for (const pair of pairsIn(best)) left.delete(pair);
    rows.push(best);
  }
  return rows;
}

function greedyRow<D extends Dimensions>(
  dimensions: D,
  left: ReadonlySet<string>,
  random: () => number,
): Row<D> {
  const row: Record<string, string> = {};
  for (const name of shuffled(Object.keys(dimensions), random)) {
    const values = shuffled(dimensions[name] ?? [], random);
    const gainOf = (value: string) =>
      Object.entries(row).filter((other) => left.has(pairOf([name, value], other))).length;
    row[name] = values.reduce((a, b) => (gainOf(b) > gainOf(a) ? b : a));
  }
  if (isRow(dimensions, row)) return row;
  throw new Error("A dimension has no values.");
}

function isRow<D extends Dimensions>(
  dimensions: D,
  row: Readonly<Record<string, string>>,
): row is Row<D> {
  return Object.entries(dimensions).every(([name, values]) => values.includes(row[name] ?? ""));
}

function shuffled<T>(all: readonly T[], random: () => number): T[] {
  return all
    .map((one) => ({ one, at: random() }))
    .sort((a, b) => a.at - b.at)
    .map(({ one }) => one);
}
