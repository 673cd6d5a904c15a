// What is made of the samples.

/** The slope of the line that lies nearest to all points (least squares), in units of y per unit of x. */
export function slope(points) {
  const mean = (values) => values.reduce((sum, value) => sum + value, 0) / values.length;
  const [x, y] = [mean(points.map((point) => point.x)), mean(points.map((point) => point.y))];
  const above = points.reduce((sum, point) => sum + (point.x - x) * (point.y - y), 0);
  const below = points.reduce((sum, point) => sum + (point.x - x) ** 2, 0);
  return below === 0 ? 0 : above / below;
}

/** Megabytes a minute by which something of the samples grows. */
export function growth(samples, name) {
  return slope(samples.map((sample) => ({ x: sample.at / 60_000, y: sample[name] / 1e6 })));
}

export const largest = (values) => values.reduce((most, value) => Math.max(most, value), 0);

/** The smallest of the values that `part` of them don't exceed, such as 0.99. */
export const quantile = (values, part) =>
  values.toSorted((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * part))];
