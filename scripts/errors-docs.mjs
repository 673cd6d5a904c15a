// Writes docs/errors.md from the classes in src/errors.ts and what src/diagnosis says about them. With --check it
// only tells whether the page is up to date. Either way it fails when a class has no text, or a text no class.
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import ts from "typescript";
import { formatted } from "./formatted.mjs";

const root = fileURLToPath(new URL("..", import.meta.url));
const page = join(root, "docs", "errors.md");
const read = (path) => readFileSync(join(root, path), "utf8");

/** Every class with a `static override type`, with the first sentences of its comment. */
function classes() {
  const tree = ts.createSourceFile(
    "errors.ts",
    read("src/errors.ts"),
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

/** The tables have type imports only, so that leaving the types out is enough to run them. */
async function tableIn(path) {
  const { outputText } = ts.transpileModule(read(path), {
    compilerOptions: { module: "esnext", target: "es2022" },
  });
  return import(`data:text/javascript,${encodeURIComponent(outputText)}`);
}

const { texts } = await tableIn("src/diagnosis/texts.ts");
const { cases } = await tableIn("src/diagnosis/cases.ts");
const known = classes();
const missing = known.filter(({ type }) => !Object.hasOwn(texts, type)).map(({ type }) => type);
const others = new Set(["SharedStateError"]);
const unknown = Object.keys(texts).filter(
  (type) => !others.has(type) && !known.some((one) => one.type === type),
);

function casesOf(type) {
  const own = cases.filter(({ of }) => of?.includes(type));
  if (own.length === 0) return [];
  const rows = own.map(({ name, cause, cure }) => `| ${name} | ${cause} | ${cure} |`);
  return ["", "| When | Likely cause | What to do |", "| --- | --- | --- |", ...rows];
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
  "Every error has a stable `type`. A line of the log ends with the likely cause, what to do and a reference, such as",
  "`K7Q2-9XWM`. The error page shows the reference in production, and all of it during development. A logger of your own",
  "gets it as an `Explanation` after the error. Stacks are in the log with `debug: true` only.",
  "",
  "`npx latchkey doctor`, and `{basePath}/doctor` during development, look for what is wrong before somebody runs into it.",
  "",
  "This page is made from the classes of `latchkey/errors` by `node scripts/errors-docs.mjs`.",
  "",
  ...everywhere.flatMap(({ name, cause, cure }) => [
    `**${name}**, with any error. ${cause} ${cure}`,
    "",
  ]),
  ...sorted.flatMap(entry),
  "## SharedStateError",
  "",
  "A code of the log, and no class: nobody has to catch it.",
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
  console.error("docs/errors.md is out of date: run node scripts/errors-docs.mjs");
  process.exitCode = 1;
}
if (missing.length > 0 || unknown.length > 0) {
  console.error(
    `No text in src/diagnosis/texts.ts for: ${missing.join(" ")}; no class for: ${unknown.join(" ")}`,
  );
  process.exitCode = 1;
}
