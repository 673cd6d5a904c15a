// Writes the table of the README from the figures of bench/RESULTS.md: node scripts/generate/comparison.mjs
import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { between } from "./written.mjs";

const at = (path) => fileURLToPath(new URL(`../../${path}`, import.meta.url));
const read = (path) => readFileSync(at(path), "utf8");

const libraries = ["latchkey", "@auth/core", "better-auth", "iron-session", "express-session"];

/**
 * What is compared: the table of results, and the row of each library that has another name there.
 */
const rows = [
  {
    title: "Reading a session, µs",
    table: "small session",
    names: {
      latchkey: "latchkey getSession",
      "@auth/core": "@auth/express getSession",
      "better-auth": "better-auth getSession",
      "iron-session": "iron-session unseal",
    },
  },
  {
    title: "A protected Express route, requests per second",
    table: "requests per second",
    names: { "@auth/core": "@auth/express" },
  },
  {
    title: "Calls to the provider for a sign-in, after the first",
    table: "outgoing calls per later sign-in",
  },
  { title: "Loading the library, ms", table: "import" },
  {
    title: "Loaded for a first sign-in with an OpenID provider, kB",
    table: "bundle",
    names: {
      latchkey: "latchkey, loaded after a sign-in and a sign-out",
      "@auth/core": "@auth/core, loaded after a sign-in and a sign-out",
      // Not measured: only its whole bundle is.
      "better-auth": "better-auth, loaded after a sign-in and a sign-out",
    },
  },
  {
    title: "Server bundle with one OpenID provider, every page and flow, kB",
    table: "bundle",
    names: {
      latchkey: "latchkey, with every page and flow",
      "@auth/core": "@auth/core, with every page and flow",
    },
  },
];

/** The medians of one table of the results, by row name. */
function medians(results, table) {
  const start = results.indexOf(`| ${table} | median`);
  if (start === -1) throw new Error(`The results have no table "${table}".`);
  const lines = results.slice(start).split("\n\n", 1)[0].split("\n").slice(2);
  return new Map(
    lines.map((line) =>
      line
        .split("|")
        .map((cell) => cell.trim())
        .slice(1, 3),
    ),
  );
}

export function comparison() {
  const results = read("bench/RESULTS.md");
  const lines = rows.map(({ title, table, names = {} }) => {
    const figures = medians(results, table);
    return [title, ...libraries.map((name) => figures.get(names[name] ?? name) ?? "")];
  });
  return aligned([["", ...libraries], ...lines]);
}

/** A table as the formatter writes it: the first column left-aligned, the others right-aligned. */
function aligned([head, ...lines]) {
  const widths = head.map((_, at) => Math.max(...[head, ...lines].map((line) => line[at].length)));
  const line = (cells) => `| ${cells.join(" | ")} |`;
  const padded = (cells) =>
    line(cells.map((cell, at) => (at === 0 ? cell.padEnd(widths[0]) : cell.padStart(widths[at]))));
  const rule = widths.map((width, at) =>
    at === 0 ? "-".repeat(width) : `${"-".repeat(width - 1)}:`,
  );
  return [padded(head), line(rule), ...lines.map(padded)].join("\n");
}

export function writeComparison() {
  writeFileSync(at("README.md"), between(read("README.md"), "comparison", comparison()));
}

if (process.argv[1] === fileURLToPath(import.meta.url)) writeComparison();
