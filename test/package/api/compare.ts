import type { Line } from "./signatures.js";

/** What a change of the public API means for applications, by semantic versioning. */
export interface Changes {
  /** Needs a major version. */
  readonly breaking: readonly string[];
  /** Needs a minor version. */
  readonly additive: readonly string[];
}

/**
 * Compares two reports. Whatever is gone or reads otherwise breaks something; so does a required member of a type that
 * applications write themselves, and a required column in a table that exists. Everything else that is new is additive.
 */
export function compareReports(former: string, current: string): Changes {
  const [before, after] = [byKey(former), byKey(current)];
  const breaking: string[] = [];
  const additive: string[] = [];
  for (const [key, texts] of before) {
    const now = after.get(key) ?? [];
    const gone = texts.filter((text) => !now.includes(text));
    breaking.push(...gone.map((text) => `- ${key} ${text}`));
    const added = now.filter((text) => !texts.includes(text));
    (gone.length > 0 ? breaking : additive).push(...added.map((text) => `+ ${key} ${text}`));
  }
  for (const [key, texts] of after) {
    if (before.has(key)) continue;
    const lines = texts.map((text) => `+ ${key} ${text}`);
    const demanded = isDemanded(key, texts, before) || isDemandedColumn(key, texts, before);
    (demanded ? breaking : additive).push(...lines);
  }
  return { breaking, additive };
}

/** A member that must be there, of a type that was there and that isn't only returned. */
function isDemanded(
  key: string,
  texts: readonly string[],
  before: ReadonlyMap<string, readonly string[]>,
): boolean {
  const owner = before.get(key.replace(/\.[^.]+$/, ""));
  if (!key.includes(".") || key.includes(" ") || owner === undefined) return false;
  const isReturned = owner.some((text) => text.endsWith("(returned)"));
  const isOptional = texts.every((text) => /^(?:readonly )?[\w"'[\].~-]+\?/.test(text));
  return !isReturned && !isOptional;
}

/** A column without a default, in a table that was there: rows that an earlier version writes lack it. */
function isDemandedColumn(
  key: string,
  [text = ""]: readonly string[],
  before: ReadonlyMap<string, readonly string[]>,
): boolean {
  const [, table] = /^(column \w+ \S+\.)\S+$/.exec(key) ?? [];
  if (table === undefined || !/\bnot null\b/.test(text) || /\bdefault\b/.test(text)) return false;
  return [...before.keys()].some((one) => one.startsWith(table));
}

function byKey(report: string): Map<string, string[]> {
  const found = new Map<string, string[]>();
  for (const { key, text } of parse(report)) found.set(key, [...(found.get(key) ?? []), text]);
  return found;
}

/** A line is `key<tab>text`. */
export function format(lines: readonly Line[]): string {
  return lines.map(({ key, text }) => `${key}\t${text}\n`).join("");
}

function parse(report: string): Line[] {
  const lines = report.split("\n").filter((line) => line !== "");
  return lines.map((line) => {
    const [key = "", text = ""] = line.split("\t");
    return { key, text };
  });
}
