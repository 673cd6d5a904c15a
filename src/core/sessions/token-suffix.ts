import type { Facts } from "../../types/session-hooks.js";
import type { SessionFacts } from "./facts.js";

const mark = ".lk1.";
const idForm = /^[\w-]{22}$/;
const timeForm = /^[\da-z]{1,11}$/;
const wordForm = /^[\w-]+$/;
const pluginForm = /^[\w-]+(?:~[\w-]+~[\w-]*)+$/;

/**
 * The token of a stored session with the facts at its end: no table needs a column for them, and they can't
 * be changed, because a changed token matches no session.
 */
export function withSuffix(token: string, facts: SessionFacts): string {
  const { sid, authTime, provider, method, atProvider, untilClosed, bothFactors } = facts;
  // Missing facts leave no empty place: some stores use tokens as file names, and treat two dots as a parent
  // folder.
  const end = [
    ...[sid, authTime.toString(36)],
    ...word("i", provider),
    ...word("t", method),
    ...word("p", atProvider),
    ...(untilClosed ? ["c"] : []),
    ...(bothFactors ? ["b"] : []),
    ...Object.entries(facts.plugins ?? {}).map(pluginPart),
  ];
  return `${token}${mark}${end.join(".")}`;
}

function word(letter: string, text: string | undefined): readonly string[] {
  return text !== undefined && wordForm.test(text) ? [letter + text] : [];
}

function pluginPart([name, facts]: readonly [string, Facts]): string {
  return `x${[name, ...Object.entries(facts).flat()].join("~")}`;
}

export function factsInSuffix(token: string): SessionFacts | undefined {
  const at = token.lastIndexOf(mark);
  if (at === -1) return undefined;
  const [sid = "", time = "", ...more] = token.slice(at + mark.length).split(".");
  if (!idForm.test(sid) || !timeForm.test(time) || !more.every(isKnown)) return undefined;
  const provider = withLetter(more, "i");
  const method = withLetter(more, "t");
  const atProvider = withLetter(more, "p");
  const plugins = more.filter((part) => part.startsWith("x")).map(factsIn);
  return {
    sid,
    authTime: Number.parseInt(time, 36),
    ...(provider && { provider }),
    ...(method && { method }),
    ...(atProvider && { atProvider }),
    ...(more.includes("c") && { untilClosed: true }),
    ...(more.includes("b") && { bothFactors: true }),
    ...(plugins.length > 0 && { plugins: Object.fromEntries(plugins) }),
  };
}

function isKnown(part: string, index: number, parts: readonly string[]): boolean {
  const letter = part.slice(0, 1);
  const text = part.slice(1);
  if (letter === "x") return pluginForm.test(text);
  const isFirst = parts.findIndex((other) => other.startsWith(letter)) === index;
  return (
    isFirst && (part === "c" || part === "b" || ("itp".includes(letter) && wordForm.test(text)))
  );
}

function withLetter(parts: readonly string[], letter: string): string | undefined {
  return parts.find((part) => part.startsWith(letter))?.slice(1);
}

function factsIn(part: string): [string, Facts] {
  const [name = "", ...rest] = part.slice(1).split("~");
  const facts: Record<string, string> = {};
  for (let at = 0; at + 1 < rest.length; at += 2) facts[rest[at] ?? ""] = rest[at + 1] ?? "";
  return [name, facts];
}
