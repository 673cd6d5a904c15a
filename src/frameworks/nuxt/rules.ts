import type { GuardOptions } from "../visit/guard.js";
import { memberOf } from "../visit/shapes.js";

/** The part of an application's route rules that is read. */
export type RouteRules = Readonly<Record<string, unknown>>;

interface Rule {
  readonly pattern: readonly string[];
  /** Null if it opens a part of what is protected. */
  readonly guard: GuardOptions | null;
}

/**
 * Whom the rules let in at a path; null if anyone. The most specific rule wins. Nuxt's router ignores case, and other
 * parts decode or merge characters in their own ways, so a path is protected if one of its spellings is, and by the
 * strictest rule of any of them.
 */
export function guardedBy(
  rules: RouteRules,
  base = "/",
): (paths: readonly string[]) => GuardOptions | null {
  const known = Object.entries(rules).flatMap(([pattern, rule]) => ruleOf(pattern, rule));
  if (known.length === 0) return () => null;
  const before = partsOf(base);
  return (paths) => {
    const found = paths
      .flatMap(spellings)
      .flatMap((path) => guardAt(known, without(before, path)) ?? []);
    return found.find(({ guests }) => !guests) ?? found[0] ?? null;
  };
}

function ruleOf(pattern: string, rule: unknown): Rule[] {
  const guard = guardIn(rule);
  return guard === undefined ? [] : [{ pattern: partsOf(pattern), guard }];
}

/** What one rule requires; undefined if it doesn't say. */
export function guardIn(rule: unknown): GuardOptions | null | undefined {
  const required = memberOf(rule, "requireUser");
  if (required === false) return null;
  if (required === true) return {};
  if (typeof required !== "object" || required === null) return undefined;
  return { guests: memberOf(required, "guests") === true };
}

function guardAt(rules: readonly Rule[], path: readonly string[]): GuardOptions | null {
  const matching = rules.filter(({ pattern }) => matches(pattern, path));
  const [first] = matching.sort((a, b) => weightOf(b.pattern) - weightOf(a.pattern));
  return first?.guard ?? null;
}

/** Nitro's syntax: `**` matches the rest, `*` and `:name` one segment. */
function matches(pattern: readonly string[], path: readonly string[]): boolean {
  const end = pattern.findIndex((part) => part.startsWith("**"));
  const own = end === -1 ? pattern : pattern.slice(0, end);
  if (end === -1 ? path.length !== own.length : path.length < own.length) return false;
  return own.every((part, index) => isAnyPart(part) || part === path[index]);
}

function isAnyPart(part: string): boolean {
  return part.startsWith(":") || part.includes("*");
}

/** Longer patterns are more specific; of equal length, those with more literal segments. */
function weightOf(pattern: readonly string[]): number {
  const written = pattern.filter((part) => !isAnyPart(part)).length;
  return pattern.filter((part) => !part.startsWith("**")).length * 1000 + written;
}

/** The data of a page is requested below its path. */
function spellings(path: string): string[][] {
  const all = [path, decoded(path)].map(partsOf);
  return all.map((parts) =>
    /^_payload\.js(?:on)?$/.test(parts.at(-1) ?? "") ? parts.slice(0, -1) : parts,
  );
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path; // no router reads it either
  }
}

function partsOf(path: string): string[] {
  return path
    .toLowerCase()
    .split("/")
    .filter((part) => part !== "");
}

function without(base: readonly string[], path: readonly string[]): readonly string[] {
  return base.every((part, index) => part === path[index]) ? path.slice(base.length) : path;
}
