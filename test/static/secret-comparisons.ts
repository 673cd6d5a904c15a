import ts from "typescript";
import { calleeOf, nodesOf, type Source } from "./sources.js";

/** Words in a name that say that its value is, or may be, a secret. */
const secretWords: ReadonlySet<string> = new Set([
  ...["token", "secret", "hash", "csrf", "state", "nonce", "code", "verifier", "signature", "mac"],
  ...[
    "hmac",
    "password",
    "challenge",
    "digest",
    "tag",
    "otp",
    "pin",
    "emailToken",
    "cookie",
    "jwt",
  ],
]);

const equalities: ReadonlySet<ts.SyntaxKind> = new Set([
  ts.SyntaxKind.EqualsEqualsToken,
  ts.SyntaxKind.EqualsEqualsEqualsToken,
  ts.SyntaxKind.ExclamationEqualsToken,
  ts.SyntaxKind.ExclamationEqualsEqualsToken,
]);

const searches: ReadonlySet<string> = new Set([
  ...["includes", "indexOf", "lastIndexOf", "startsWith", "endsWith", "localeCompare", "search"],
]);

/** Comparisons that may take longer the more of a secret is right, each as its text. */
export function secretComparisons({ tree }: Source): string[] {
  return [...nodesOf(tree)].filter(isTelling).map((node) => node.getText().replaceAll(/\s+/g, " "));
}

function isTelling(node: ts.Node): boolean {
  if (ts.isBinaryExpression(node)) {
    return equalities.has(node.operatorToken.kind) && isAboutSecret(node.left, node.right);
  }
  if (ts.isCaseClause(node)) return isAboutSecret(node.parent.parent.expression, node.expression);
  if (!ts.isCallExpression(node)) return false;
  const [first, second] = node.arguments;
  if (first === undefined || !ts.isPropertyAccessExpression(node.expression)) return false;
  const { expression: subject } = node.expression;
  if (subject.getText() === "Object" && calleeOf(node) === "is") {
    return second !== undefined && isAboutSecret(first, second);
  }
  return searches.has(calleeOf(node)) && isAboutSecret(subject, first);
}

/** What is compared with something that everybody can read in the source tells nothing. */
function isAboutSecret(a: ts.Expression, b: ts.Expression): boolean {
  return !isWrittenOut(a) && !isWrittenOut(b) && (isSecret(a) || isSecret(b));
}

function isWrittenOut(expression: ts.Expression): boolean {
  const node = bare(expression);
  if (ts.isPrefixUnaryExpression(node)) return isWrittenOut(node.operand);
  return (
    ts.isStringLiteralLike(node) ||
    ts.isNumericLiteral(node) ||
    ts.isTypeOfExpression(node) ||
    [ts.SyntaxKind.NullKeyword, ts.SyntaxKind.TrueKeyword, ts.SyntaxKind.FalseKeyword].includes(
      node.kind,
    ) ||
    (ts.isIdentifier(node) && node.text === "undefined")
  );
}

/** Without brackets, and without what only the compiler reads. */
function bare(expression: ts.Expression): ts.Expression {
  const isWrapped =
    ts.isParenthesizedExpression(expression) ||
    ts.isAsExpression(expression) ||
    ts.isSatisfiesExpression(expression) ||
    ts.isNonNullExpression(expression);
  return isWrapped ? bare(expression.expression) : expression;
}

function isSecret(expression: ts.Expression): boolean {
  return namesOf(expression)
    .flatMap(wordsOf)
    .some((word) => secretWords.has(word) || secretWords.has(word.replace(/e?s$/, "")));
}

/** The names an expression's value goes by: of `a.b` it is `b`, of `f(x)` it is `f`. */
function namesOf(expression: ts.Expression): string[] {
  const node = bare(expression);
  if (ts.isIdentifier(node)) return [node.text];
  if (ts.isPropertyAccessExpression(node)) {
    return isDerived(node.name.text) ? namesOf(node.expression) : [node.name.text];
  }
  if (ts.isElementAccessExpression(node)) return namesOf(node.argumentExpression);
  if (ts.isStringLiteralLike(node)) return [node.text];
  if (ts.isAwaitExpression(node)) return namesOf(node.expression);
  if (ts.isTemplateExpression(node)) {
    return node.templateSpans.flatMap((span) => namesOf(span.expression));
  }
  if (ts.isBinaryExpression(node)) return [...namesOf(node.left), ...namesOf(node.right)];
  if (ts.isConditionalExpression(node)) {
    return [...namesOf(node.whenTrue), ...namesOf(node.whenFalse)];
  }
  return ts.isCallExpression(node) ? namesOfCall(node) : [];
}

/** `token.slice(1)` and `tokens.at(0)` are still the token; `jar.get("state")` is the state. */
function namesOfCall(call: ts.CallExpression): string[] {
  const callee = calleeOf(call);
  const given = call.arguments.filter(ts.isStringLiteralLike).map(({ text }) => text);
  const of = ts.isPropertyAccessExpression(call.expression) ? call.expression.expression : null;
  return [callee, ...given, ...(of && isDerived(callee) ? namesOf(of) : [])];
}

/** What is taken from a text and is still part of it. Its length isn't: that is no secret. */
function isDerived(name: string): boolean {
  return /^(?:slice|substring|at|charAt|charCodeAt|toLowerCase|toUpperCase|trim|toString|text|value)$/.test(
    name,
  );
}

/** `sessionToken` -> `session`, `token`; `newCSRFToken` -> `new`, `csrf`, `token` */
function wordsOf(name: string): string[] {
  return name
    .replaceAll(/([a-z0-9])([A-Z])/g, "$1 $2")
    .replaceAll(/([A-Z])([A-Z][a-z])/g, "$1 $2")
    .toLowerCase()
    .split(/[^a-z0-9]+/);
}
