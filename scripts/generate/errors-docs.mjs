// Writes docs/errors.md from the classes in src/core/errors/errors.ts and what src/core/diagnosis says about them. With --check it
// only tells whether the page is up to date. Either way it fails when a class has no text, or a text no class.
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import ts from "typescript";
import { formatted } from "./written.mjs";

const root = fileURLToPath(new URL("../..", import.meta.url));
const page = join(root, "docs", "errors.md");
const read = (path) => readFileSync(join(root, path), "utf8");

/** Every class with a `static override type`, with the first sentences of its TSDoc. */
function classes() {
  const tree = ts.createSourceFile(
    "errors.ts",
    read("src/core/errors/errors.ts"),
    ts.ScriptTarget.Latest,
    true,
  );
  return tree.statements.filter(ts.isClassDeclaration).map((node) => ({
    name: node.name.text,
    type: typeOf(node),
    kind: node.heritageClauses?.[0]?.types[0]?.expression.getText() ?? "Error",
    text: commentOf(node),
  }));
}

function typeOf(node) {
  const member = node.members.find((one) => one.name?.getText() === "type" && one.initializer);
  return member.initializer.text;
}

function commentOf(node) {
  const [comment] = ts.getJSDocCommentsAndTags(node);
  const text = ts.getTextOfJSDocComment(comment?.comment) ?? "";
  return text
    .split("```")[0]
    .trim()
    .replace(/\s*\n\s*/g, " ");
}

/** The tables have only type imports, so removing the types is enough to run them. */
async function tableIn(path) {
  const { outputText } = ts.transpileModule(read(path), {
    compilerOptions: { module: "esnext", target: "es2022" },
  });
  return import(`data:text/javascript,${encodeURIComponent(outputText)}`);
}

const { texts } = await tableIn("src/core/diagnosis/texts.ts");
const { cases } = await tableIn("src/core/diagnosis/cases.ts");
const known = classes();
const missing = known.filter(({ type }) => !Object.hasOwn(texts, type)).map(({ type }) => type);
const others = new Set(["SharedStateError"]);
const unknown = Object.keys(texts).filter(
  (type) => !others.has(type) && !known.some((one) => one.type === type),
);

/** The alphabetically first error under which a case is written out; the others link to it. */
const homeOf = ({ of }) => [...of].sort()[0];

function casesOf(type) {
  const all = cases.filter(({ of }) => of?.includes(type));
  const own = all.filter((one) => homeOf(one) === type);
  const rows = own.map(({ name, cause, cure }) => `| ${name} | ${cause} | ${cure} |`);
  const head = ["", "| When | Likely cause | What to do |", "| --- | --- | --- |"];
  const homes = [...new Set(all.map(homeOf))].filter((home) => home !== type);
  const references = homes.flatMap((home) => {
    const names = all.filter((one) => homeOf(one) === home).map(({ name }) => name);
    return ["", `See [${home}](#${home.toLowerCase()}) for: ${names.join(", ")}.`];
  });
  return [...(rows.length > 0 ? [...head, ...rows] : []), ...references];
}

const entry = ({ type, name, text }) => [
  `## ${type}`,
  "",
  text + (name === type ? "" : ` The class is \`${name}\`.`),
  "",
  `**Likely cause.** ${texts[type].cause}`,
  "",
  `**What to do.** ${texts[type].cure}`,
  ...casesOf(type),
  "",
];

const everywhere = cases.filter(({ of }) => of === undefined);
const sorted = [...known].sort((a, b) => (a.type < b.type ? -1 : 1));
const text = [
  "# Errors",
  "",
  "Every error has a stable `type`. In the log it ends with the likely cause, what to do and a reference such as `K7Q2-9XWM`. The error page shows the reference in production, and everything during development. Your own logger gets it as an `Explanation` after the error. Stacks are logged with `debug: true` only.",
  "",
  "`npx latchkey doctor`, and `{basePath}/doctor` during development, find many of these before your users do.",
  "",
  "`node scripts/generate/errors-docs.mjs` writes this page from the classes of `latchkey/errors`.",
  "",
  ...everywhere.flatMap(({ name, cause, cure }) => [
    `**${name}**, with any error. ${cause} ${cure}`,
    "",
  ]),
  ...sorted.flatMap(entry),
  "## SharedStateError",
  "",
  "A code in the log. There's no class, because you never have to catch it.",
  "",
  `**Likely cause.** ${texts.SharedStateError.cause}`,
  "",
  `**What to do.** ${texts.SharedStateError.cure}`,
  ...casesOf("SharedStateError"),
  "",
].join("\n");

const wanted = await formatted(page, text);
if (!process.argv.includes("--check")) writeFileSync(page, wanted);
else if (readFileSync(page, "utf8") !== wanted) {
  console.error("docs/errors.md is out of date: run node scripts/generate/errors-docs.mjs");
  process.exitCode = 1;
}
if (missing.length > 0 || unknown.length > 0) {
  console.error(
    `No text in src/core/diagnosis/texts.ts for: ${missing.join(" ")}; no class for: ${unknown.join(" ")}`,
  );
  process.exitCode = 1;
}
