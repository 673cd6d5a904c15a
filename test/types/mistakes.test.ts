import { readFile } from "node:fs/promises";
import ts from "typescript";
import { describe, expect, it } from "vitest";
import { compile } from "./compile.js";

const file = new URL("mistakes/mistakes.ts", import.meta.url);
const lines = (await readFile(file, "utf8")).split("\n");

/** Every mistake, with what must be said about it: it goes on to the next empty line. */
const mistakes = lines.flatMap((line, index) => {
  const says = /^\/\/ says: (.+)$/.exec(line)?.[1];
  if (says === undefined) return [];
  const end = lines.indexOf("", index);
  const code = lines.slice(index + 1, end);
  return [{ first: index, last: end, says, code: code.join(" ") }];
});

const found = ts.getPreEmitDiagnostics(compile("mistakes")).map((diagnostic) => ({
  line: diagnostic.file?.getLineAndCharacterOfPosition(diagnostic.start ?? 0).line ?? 0,
  text: ts.flattenDiagnosticMessageText(diagnostic.messageText, "\n"),
}));

describe("a mistake is an error whose message names it", () => {
  it("and there are at least fifteen of them, and no error besides", () => {
    expect(mistakes.length).toBeGreaterThanOrEqual(15);
    const isExpected = (line: number) =>
      mistakes.some(({ first, last }) => first < line && line < last);
    expect(found.filter(({ line }) => !isExpected(line))).toEqual([]);
  });
  it.each(mistakes)("$code", ({ first, last, says }) => {
    const there = found.filter(({ line }) => first < line && line < last);
    expect(there.map(({ text }) => text).join("\n")).toContain(says);
  });
});
