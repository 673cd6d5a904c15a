import { checkSync } from "recheck";
import ts from "typescript";
import { afterAll, describe, expect, it, vi } from "vitest";
import { librarySources, nodesOf, parse, type Source } from "./sources.js";

// The backend that is plain JavaScript, in this very process.
vi.stubEnv("RECHECK_SYNC_BACKEND", "pure");
afterAll(() => vi.unstubAllEnvs());

interface Pattern {
  readonly source: string;
  readonly flags: string;
  readonly file: string;
}

/** Every pattern of a file. One that is put together at run time can't be judged and is a `null`. */
function patternsOf({ file, tree }: Source): (Pattern | null)[] {
  return [...nodesOf(tree)].flatMap((node): (Pattern | null)[] => {
    if (ts.isRegularExpressionLiteral(node)) return [{ ...split(node.text), file }];
    const isMade =
      (ts.isNewExpression(node) || ts.isCallExpression(node)) &&
      ts.isIdentifier(node.expression) &&
      node.expression.text === "RegExp";
    return isMade ? [constructed(node.arguments ?? [], file)] : [];
  });
}

function split(literal: string): { source: string; flags: string } {
  const end = literal.lastIndexOf("/");
  return { source: literal.slice(1, end), flags: literal.slice(end + 1) };
}

function constructed(given: readonly ts.Expression[], file: string): Pattern | null {
  const [source, flags] = given;
  if (source === undefined || !ts.isStringLiteralLike(source)) return null;
  if (flags !== undefined && !ts.isStringLiteralLike(flags)) return null;
  return { source: source.text, flags: flags?.text ?? "", file };
}

/**
 * How the time grows with the input: "linear" or "safe" where nothing blows up. By reasoning alone, which
 * knows no look-around and no references back; trying patterns out would say this today and that tomorrow.
 */
function growthOf({ source, flags }: Pick<Pattern, "source" | "flags">): string {
  const found = checkSync(source, flags, { timeout: 50_000, checker: "automaton" });
  if (found.status === "safe") return "linear";
  return found.status === "vulnerable"
    ? `${found.complexity.summary}: ${found.attack.pattern}`
    : `not judged: ${found.error.kind}`;
}

const all = librarySources().flatMap(patternsOf);
const patterns = new Map(
  all.flatMap((pattern): [string, Pattern][] =>
    pattern ? [[`/${pattern.source}/${pattern.flags}`, pattern]] : [],
  ),
);

describe("regular expressions", () => {
  it("finds them all, and the one that is slow", () => {
    const planted = parse("planted.ts", 'const a = /^(x+x+)+$/; new RegExp("b", "i"); RegExp(c);');
    const [slow, made, unknown] = patternsOf(planted);
    expect(made).toMatchObject({ source: "b", flags: "i" });
    expect(unknown).toBeNull();
    expect(slow && growthOf(slow)).toMatch(/exponential/);
    expect(growthOf({ source: " +$", flags: "" })).toMatch(/polynomial/);
  });

  it("are all written out, so that they can be judged", () => {
    expect(all.filter((pattern) => pattern === null)).toEqual([]);
    expect(patterns.size).toBeGreaterThan(50);
  });

  it.each([...patterns])(
    "%s takes time in proportion to its input",
    { timeout: 60_000 },
    (_, pattern) => {
      expect([pattern.file, growthOf(pattern)]).toEqual([pattern.file, "linear"]);
    },
  );
});
