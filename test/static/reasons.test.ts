import ts from "typescript";
import { describe, expect, it } from "vitest";
import { cases } from "../../src/core/diagnosis/cases.js";
import { calleeOf, librarySources, nodesOf } from "./sources.js";

const sources = librarySources().filter(({ file }) => !file.startsWith("core/diagnosis/"));

/** The texts in an expression, with a word for what is put in. */
function textsIn(node: ts.Node): string[] {
  return [...nodesOf(node)].flatMap((one) => {
    if (ts.isStringLiteral(one) || ts.isNoSubstitutionTemplateLiteral(one)) return [one.text];
    if (!ts.isTemplateExpression(one)) return [];
    const spans = one.templateSpans.map(({ literal }) => `something${literal.text}`);
    return [one.head.text + spans.join("")];
  });
}

const news = sources.flatMap(({ file, tree }) =>
  [...nodesOf(tree)].filter(ts.isNewExpression).map((node) => ({ file, node })),
);

/** Everything the library's own errors say, where they're made or in a variable beside it. */
const messages = news
  .filter(({ node }) =>
    /Error$|Explained|Unusable|CallFailed|TooLate|Denied|Check|CSRF/.test(calleeOf(node)),
  )
  .flatMap(({ file, node }) => textsIn(node).map((text) => `${file}: ${text}`));

/** What stands where errors are given their reason. */
const given = sources
  .filter(({ file }) => file !== "core/errors/reason.ts")
  .flatMap(({ tree }) => [...nodesOf(tree)].filter(ts.isStringLiteral).map(({ text }) => text));

describe("the explanation of an error", () => {
  it("never depends on the words of the library's own errors", () => {
    expect(messages.length).toBeGreaterThan(100);
    const patterns = cases.flatMap(({ says }) => (says ? [says] : []));
    expect(patterns.length).toBeGreaterThan(2);
    expect(messages.filter((message) => patterns.some((says) => says.test(message)))).toEqual([]);
  });

  it("has a reason that some error is given", () => {
    const wanted = cases.flatMap(({ reason }) => reason ?? []);
    expect(wanted.length).toBeGreaterThan(10);
    expect(wanted.filter((reason) => !given.includes(reason))).toEqual([]);
  });
});
