import { parse } from "sucrase/dist/parser/index.js";
import { IdentifierRole } from "sucrase/dist/parser/tokenizer/index.js";
import { TokenType } from "sucrase/dist/parser/tokenizer/types.js";
import { hasJsx, isTypeScript } from "./endings.js";

/** One token of a source file: a word, a string, or a punctuator. */
export interface Token {
  readonly isText: boolean;
  /** The token's text; for a string, without its quotes. */
  readonly text: string;
  /** Where it begins and ends in the file. */
  readonly start: number;
  readonly end: number;
  /** Whether it's part of a type. */
  readonly isType: boolean;
  /**
   * Whether it's a word or punctuator of the language, not a string or a part of a template, JSX or
   * a pattern.
   */
  readonly isCode: boolean;
  /** Whether it's the name of a member of an object or a class. */
  readonly isKey: boolean;
  /** Whether it's the name of an element or an attribute of JSX. */
  readonly isJsx: boolean;
}

const notCode = new Set([
  TokenType.string,
  TokenType.template,
  TokenType.jsxText,
  TokenType.jsxEmptyText,
  TokenType.regexp,
]);

/** Splits a source file into tokens. Throws a SyntaxError where it's neither JavaScript nor TypeScript. */
export function tokensOf({ path, text }: { path: string; text: string }): Token[] {
  const { tokens } = parse(text, hasJsx(path), isTypeScript(path), false);
  const typeAt = (index: number) => tokens[index]?.type;
  return tokens.flatMap(({ type, start, end, isType, identifierRole }, index) => {
    if (type === TokenType.backQuote) return [];
    const inset = type === TokenType.string ? 1 : 0;
    // A template without substitutions is treated like any other string.
    const isTemplate =
      typeAt(index - 1) === TokenType.backQuote && typeAt(index + 1) === TokenType.backQuote;
    return {
      isText: inset === 1 || isTemplate,
      text: text.slice(start + inset, end - inset),
      start: start + inset,
      end: end - inset,
      isType,
      isCode: !notCode.has(type),
      isKey: identifierRole === IdentifierRole.ObjectKey,
      isJsx: type === TokenType.jsxName,
    };
  });
}
