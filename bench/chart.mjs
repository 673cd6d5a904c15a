// Bars for the session read, on a logarithmic scale: the differences are too large for another.
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
