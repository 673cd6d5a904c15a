// Writes the table of attacks in docs/security-cases.md from the titles of the tests: a test names the case it tries
// by an id at the beginning of its title, such as "A01". With --check it only tells whether the table is up to date.
// Either way it fails when a case has no test in test/security.
import { readFileSync, readdirSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import ts from "typescript";
import { between, formatted } from "./written.mjs";

const root = fileURLToPath(new URL("../..", import.meta.url));
const page = join(root, "docs", "security-cases.md");

/** All cases. A dropped case leaves a gap; its number isn't reused. */
const sections = [
  ["A", "Forms from other sites (CSRF)", "01-07 09-14"],
  ["B", "Cookies", "01-14"],
  ["C", "Redirects", "01-15"],
  ["D", "Host and forwarded headers", "01-09"],
  ["E", "OAuth and OpenID Connect", "01-22"],
  ["F", "ID tokens and keys", "01-14"],
  ["G", "Tokens of the library", "01-11"],
  ["H", "Magic links, codes and email addresses", "01-16"],
  ["I", "Account linking", "01 04 06-09"],
  ["J", "Sessions", "01-05 07-09 11"],
  ["K", "Passkeys", "01-10 12-13"],
  ["L", "Credentials", "01-06"],
  ["M", "Reading requests", "01-10"],
  ["N", "Pages, errors and logs", "01-08"],
  ["O", "Methods, caches, prefetching", "01-07"],
  ["P", "Store failures and races", "01-11"],
  ["Q", "What a server can be made to do", "01-07"],
  ["R", "Express and Next.js", "01-09"],
  ["S", "Verified addresses and account linking", "01-15"],
  ["T", "Shared state, rate limits and single use", "01-33"],
  ["U", "Sessions and secrets", "01-23"],
  ["V", "Stores and their failures", "01-09"],
  ["W", "OAuth and OpenID, second look", "01-09"],
  ["X", "Passkeys and recent sign-in", "01-12"],
  ["Y", "Requests, proxies, caches, configuration", "01-21"],
  ["Z", "Sessions from before a move", "01-10"],
  ["AA", "Passwords and two-factor authentication", "01-77"],
  ["BB", "Access and refresh tokens of providers", "01-10"],
  ["CC", "The account page and pending accounts", "01-34"],
  ["EM", "Changing the email address", "01-18"],
  ["GG", "Guests", "01-28"],
  ["AD", "Administration", "01-24"],
  ["FF", "API keys and sessions of apps", "01-50"],
];

/** "01-03 05" -> 01, 02, 03, 05 */
function numbers(ranges) {
  return ranges.split(" ").flatMap((range) => {
    const [first, last = first] = range.split("-").map(Number);
    return Array.from({ length: last - first + 1 }, (_, index) =>
      String(first + index).padStart(2, "0"),
    );
  });
}

/** The titles that begin with ids, of all tests: `{ id, text, file }`. */
function titles() {
  const folders = ["test", "src", "e2e"];
  const files = folders.flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true })
      .map((file) => join(root, folder, file))
      .filter((file) => !/node_modules|[\\/]dist[\\/]|\.next/.test(file))
      .filter((file) => /\.test\.tsx?$/.test(file) || /support[\\/][^\\/]+\.ts$|\.mjs$/.test(file)),
  );
  return inOrder(files).flatMap((file) => {
    const tree = ts.createSourceFile(
      file,
      readFileSync(file, "utf8"),
      ts.ScriptTarget.Latest,
      true,
    );
    return textsIn(tree).flatMap((node) => titleOf(node, relative(root, file)));
  });
}

/** The tests written for the table come first. */
function inOrder(files) {
  const isOwn = (file) => /[\\/]test[\\/]security[\\/]/.test(file);
  const sorted = files.sort();
  return [...sorted.filter(isOwn), ...sorted.filter((file) => !isOwn(file))];
}

function textsIn(node) {
  const own = ts.isStringLiteralLike(node) || ts.isTemplateExpression(node) ? [node] : [];
  const below = [];
  ts.forEachChild(node, (child) => {
    below.push(...textsIn(child));
  });
  return [...own, ...below];
}

function titleOf(node, file) {
  const [, ids, text] = /^((?:[A-Z]{1,2}\d\d )+)(.+)$/.exec(textOf(node)) ?? [];
  if (ids === undefined) return [];
  const sentence = [...around(node), text].join(" › ").replace(/\[[A-Z]+-\d+\] ?/g, "");
  return ids
    .trim()
    .split(" ")
    .map((id) => ({ id, text: plain(sentence), file: file.replaceAll("\\", "/") }));
}

/** Placeholders for values are left open. */
function textOf(node) {
  if (ts.isStringLiteralLike(node)) return node.text;
  return node.head.text + node.templateSpans.map(({ literal }) => `…${literal.text}`).join("");
}

const plain = (text) => text.replace(/%\.?\d*[a-z]/g, "…").replace(/\$[a-z]\w*/gi, "…");

/** Titles of the enclosing groups, except those that name a section or a value. */
function around(node) {
  if (node.parent === undefined) return [];
  const outer = around(node.parent);
  const group = node.parent;
  if (!ts.isCallExpression(group) || nameOf(group.expression) !== "describe") return outer;
  const [title] = group.arguments;
  if (title === undefined || title === node || !ts.isStringLiteralLike(title)) return outer;
  return /^[A-Z]{1,2}(\. |\d\d )|%|\$/.test(title.text) ? outer : [...outer, title.text];
}

/** `describe.each(cases)` is called too. */
function nameOf(expression) {
  if (ts.isIdentifier(expression)) return expression.text;
  return "expression" in expression ? nameOf(expression.expression) : "";
}

function table(found) {
  const rows = (letter, ranges) =>
    numbers(ranges).map((number) => {
      const own = found.filter(({ id }) => id === `${letter}${number}`);
      const texts = [...new Set(own.map(({ text }) => text))].map(escape).join("<br>");
      const files = [...new Set(own.map(({ file }) => file))].map(link).join("<br>");
      return `| ${letter}${number} | ${texts} | ${files} |`;
    });
  return sections
    .map(([letter, title, ranges]) =>
      [
        `## ${title}`,
        "",
        "| Case | What is tried | Where |",
        "| --- | --- | --- |",
        ...rows(letter, ranges),
      ].join("\n"),
    )
    .join("\n\n");
}

const escape = (text) =>
  text
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replace(/[\\`*_{}[\]|]/g, "\\$&");
const link = (file) => `[${file.replace(/^test\/security\/|(\.test)?\.\w+$/g, "")}](../${file})`;

function missing(found) {
  const proven = new Set(
    found.filter(({ file }) => file.startsWith("test/security/")).map(({ id }) => id),
  );
  return sections
    .flatMap(([letter, , ranges]) => numbers(ranges).map((number) => `${letter}${number}`))
    .filter((id) => !proven.has(id));
}

const found = titles();
const without = missing(found);
const present = readFileSync(page, "utf8");
const text = between(present, "cases", table(found));
const wanted = await formatted(page, text);
if (!process.argv.includes("--check")) writeFileSync(page, wanted);
else if (present !== wanted) {
  console.error(
    "docs/security-cases.md is out of date: run node scripts/generate/security-table.mjs",
  );
  process.exitCode = 1;
}
if (without.length > 0) {
  console.error(`No test in test/security begins with: ${without.join(" ")}`);
  process.exitCode = 1;
}
