import type { SessionFacts } from "./facts.js";

const mark = ".lk1.";
const idForm = /^[\w-]{22}$/;
const timeForm = /^[\da-z]{1,11}$/;
const wordForm = /^[\w-]+$/;

/**
 * The token of a stored session, with the facts at its end: no table needs a column for them, and nobody
 * can change them, since there is no session with another token.
 */
export function withSuffix(token: string, facts: SessionFacts): string {
  const { sid, authTime, epoch, atProvider, untilClosed, bothFactors } = facts;
  // What is not there leaves no empty place: some stores make file names of tokens, and take two dots for a way out.
  const end = [
    ...[sid, authTime.toString(36)],
    ...(epoch ? [`e${epoch}`] : []),
    ...(atProvider ? [`p${atProvider}`] : []),
    ...(untilClosed ? ["c"] : []),
    ...(bothFactors ? ["b"] : []),
  ];
  return `${token}${mark}${end.join(".")}`;
}

export function factsInSuffix(token: string): SessionFacts | undefined {
  const at = token.lastIndexOf(mark);
  if (at === -1) return undefined;
  const [sid = "", time = "", ...more] = token.slice(at + mark.length).split(".");
  if (!idForm.test(sid) || !timeForm.test(time) || !more.every(isKnown)) return undefined;
  const epoch = withLetter(more, "e");
  const atProvider = withLetter(more, "p");
  return {
    sid,
    authTime: Number.parseInt(time, 36),
    ...(epoch && { epoch }),
    ...(atProvider && { atProvider }),
    ...(more.includes("c") && { untilClosed: true }),
    ...(more.includes("b") && { bothFactors: true }),
  };
}

function isKnown(part: string, index: number, parts: readonly string[]): boolean {
  const letter = part.slice(0, 1);
  const isFirst = parts.findIndex((other) => other.startsWith(letter)) === index;
  return (
    isFirst &&
    (part === "c" || part === "b" || ("ep".includes(letter) && wordForm.test(part.slice(1))))
  );
}

function withLetter(parts: readonly string[], letter: string): string | undefined {
  return parts.find((part) => part.startsWith(letter))?.slice(1);
}
