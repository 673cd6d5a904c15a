/** How hard a drawing is to read (ISO/IEC 18004, section 7.8.3): the mask with the least is taken. */
export function penaltyOf(rows: readonly (readonly boolean[])[]): number {
  const columns = rows.map((_, column) => rows.map((row) => row[column] ?? false));
  const lines = [...rows, ...columns].map((line) => line.map((on) => (on ? "1" : "0")).join(""));
  return sum(lines.map(runs)) + 3 * blocks(rows) + 40 * sum(lines.map(finders)) + balance(rows);
}

const sum = (values: readonly number[]): number => values.reduce((all, value) => all + value, 0);

/** Five or more of one colour in a line. */
function runs(line: string): number {
  return sum((line.match(/0{5,}|1{5,}/g) ?? []).map((run) => run.length - 2));
}

/** What looks like a finder, with light beside it. */
function finders(line: string): number {
  const around = `0000${line}0000`;
  return ["00001011101", "10111010000"].reduce((count, look) => {
    let from = around.indexOf(look);
    let seen = 0;
    for (; from >= 0; from = around.indexOf(look, from + 1)) seen += 1;
    return count + seen;
  }, 0);
}

/** Squares of two by two in one colour. */
function blocks(rows: readonly (readonly boolean[])[]): number {
  let count = 0;
  for (const [y, row] of rows.entries()) {
    const below = rows[y + 1];
    if (!below) break;
    for (let x = 0; x + 1 < row.length; x++) {
      const colours = new Set([row[x], row[x + 1], below[x], below[x + 1]]);
      if (colours.size === 1) count += 1;
    }
  }
  return count;
}

/** How far from half of it is dark. */
function balance(rows: readonly (readonly boolean[])[]): number {
  const all = rows.length * rows.length;
  const dark = rows.flat().filter(Boolean).length;
  return 10 * Math.floor(Math.abs((20 * dark) / all - 10));
}
