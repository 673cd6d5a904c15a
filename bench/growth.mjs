// How a figure grows with a number.

/** The number that a row is for: "1,000 sessions" is for a thousand. */
export const numberOf = (name) => Number.parseInt(name.replaceAll(",", ""), 10);

/** Rows of a table as points. */
export const points = (table) =>
  Object.entries(table).map(([name, { median }]) => ({ x: numberOf(name), y: median }));

/** The slope of the line through the points on logarithmic axes: 0 is level, 1 is proportional. */
export function exponent(table) {
  const logs = points(table).map(({ x, y }) => ({ x: Math.log(x), y: Math.log(y) }));
  const mean = (key) => logs.reduce((sum, point) => sum + point[key], 0) / logs.length;
  const [x, y] = [mean("x"), mean("y")];
  const rise = logs.reduce((sum, point) => sum + (point.x - x) * (point.y - y), 0);
  return rise / logs.reduce((sum, point) => sum + (point.x - x) ** 2, 0);
}

/** Exponents have no aim: they are stated. */
export const stated = (name, table) => ({ name: `${name}: exponent`, value: exponent(table) });
