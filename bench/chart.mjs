// Bars for the session read, on a logarithmic scale: the differences are too large for another. Lines for its growth.
import { points } from "./growth.mjs";
import { short } from "./report.mjs";

const [left, width, row] = [200, 420, 28];

/** @param {import("./report.mjs").CaseResult[]} results */
export function chart(results) {
  const read = results.find(({ name }) => name === "read");
  const bars = Object.entries(read?.tables["small session"] ?? {});
  const longest = Math.max(10, ...bars.map(([, { median }]) => median));
  const scale = (value) =>
    Math.max(2, (Math.log10(Math.max(value, 1)) / Math.log10(longest)) * width);
  const height = 40 + bars.length * row;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${left + width + 80} ${height}" font-family="system-ui, sans-serif" font-size="13" role="img" aria-label="Session read, microseconds per call">`,
    "<style>text{fill:#1f2328}rect{fill:#8c959f}.own{fill:#0969da}@media(prefers-color-scheme:dark){text{fill:#e6edf3}.own{fill:#4493f8}}</style>",
    '<text x="8" y="20" font-weight="600">Session read, µs per call (logarithmic)</text>',
    ...bars.map(([name, { median }], index) =>
      bar(name, { median, length: scale(median), y: 34 + index * row }),
    ),
    "</svg>",
    "",
  ].join("\n");
}

function bar(name, { median, length, y }) {
  const own = name.startsWith("latchkey") ? ' class="own"' : "";
  return `<text x="${left - 8}" y="${y + 14}" text-anchor="end">${name}</text><rect${own} x="${left}" y="${y}" width="${Math.round(length)}" height="18" rx="2"/><text x="${left + Math.round(length) + 6}" y="${y + 14}">${short(median)}</text>`;
}

const [field, tall] = [{ x: 60, y: 44, width: 440 }, 220];

/** What is drawn: the case, its table, and what the line is called. */
const lines = [
  {
    from: "growth",
    table: "by sessions stored",
    label: "sessions in PostgreSQL",
    color: "#0969da",
  },
  { from: "growth", table: "by readers at once", label: "readers at once", color: "#bc4c00" },
  { from: "providers", table: "getSession", label: "providers, strategy jwt", color: "#1a7f37" },
];

/** @param {import("./report.mjs").CaseResult[]} results */
export function growthChart(results) {
  const drawn = lines.flatMap((line) => {
    const table = results.find(({ name }) => name === line.from)?.tables[line.table];
    return table ? [{ ...line, points: points(table) }] : [];
  });
  const all = drawn.flatMap((line) => line.points);
  const [right, top] = [decades(all, "x"), decades(all, "y")];
  const place = ({ x, y }) => [
    field.x + (Math.log10(x) / right) * field.width,
    field.y + tall - (Math.log10(Math.max(1, y)) / top) * tall,
  ];
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 700 ${field.y + tall + 40}" font-family="system-ui, sans-serif" font-size="13" role="img" aria-label="Growth of a session read">`,
    "<style>text{fill:#1f2328}.grid{stroke:#8c959f;stroke-opacity:.3}@media(prefers-color-scheme:dark){text{fill:#e6edf3}}</style>",
    '<text x="8" y="20" font-weight="600">Session read, µs of processor time, by number (both logarithmic)</text>',
    ...grid(right, (power) => {
      const [x, bottom] = place({ x: 10 ** power, y: 1 });
      return `<line class="grid" x1="${x}" x2="${x}" y1="${field.y}" y2="${bottom}"/><text x="${x}" y="${bottom + 18}" text-anchor="middle">${shortCount(10 ** power)}</text>`;
    }),
    ...grid(top, (power) => {
      const [x, y] = place({ x: 1, y: 10 ** power });
      return `<line class="grid" x1="${x}" x2="${x + field.width}" y1="${y}" y2="${y}"/><text x="${x - 8}" y="${y + 4}" text-anchor="end">${(10 ** power).toLocaleString("en")}</text>`;
    }),
    ...drawn.map((line) => growthLine(line, place)),
    "</svg>",
    "",
  ].join("\n");
}

const decades = (all, key) =>
  Math.max(1, Math.ceil(Math.log10(Math.max(1, ...all.map((point) => point[key])))));

const grid = (last, draw) => Array.from({ length: last + 1 }, (_, power) => draw(power));

function growthLine({ label, color, points: path }, place) {
  const places = path.map((point) => place(point).map((at) => Math.round(at * 10) / 10));
  const [, y] = places.at(-1);
  return `<polyline fill="none" stroke="${color}" stroke-width="2" points="${places.join(" ")}"/><text x="${field.x + field.width + 10}" y="${y + 4}" style="fill:${color}">${label}</text>`;
}

/** Beside each other there is no room for seven zeros. */
const shortCount = (count) =>
  count < 1_000_000 ? count.toLocaleString("en") : `${count / 1_000_000} million`;
