import type { Explanation } from "../../types/explanation.js";
import { chainOf } from "../diagnosis/chain.js";
import { AuthError } from "../errors/errors.js";

/** Bytes. Log collectors cut or drop lines that are much longer. */
const longestLine = 8 * 1024;
const cut = " … (cut)";
const framesShown = 3;

/** One line of well-formed text, at most 8 KiB long. `last` is never cut. */
export function logLine(text: string, last = ""): string {
  const line = oneLine(wholeCharacters(text.slice(0, longestLine)));
  const encoder = new TextEncoder();
  const end = last === "" ? "" : ` ${oneLine(wholeCharacters(last))}`;
  const room = longestLine - encoder.encode(end).length;
  const isLong = text.length > longestLine || encoder.encode(line).length > room;
  if (!isLong) return line + end;
  // A character that doesn't fit whole is left out.
  const left = room - encoder.encode(cut).length;
  const { read } = encoder.encodeInto(line, new Uint8Array(left));
  return line.slice(0, read) + cut + end;
}

/** Unpaired surrogates are replaced: log collectors may reject the line. */
function wholeCharacters(text: string): string {
  return text.replace(/\p{Surrogate}/gu, "\ufffd");
}

/** Outside text may contain line breaks or terminal codes; a message stays one line. */
function oneLine(text: string): string {
  return text.replace(/[\p{Cc}\u2028\u2029]/gu, (char) => {
    return `\\u${char.charCodeAt(0).toString(16).padStart(4, "0")}`;
  });
}

/** What to do, for the end of a line. */
export function cureLine({ cause, cure, reference }: Explanation): string {
  return `| Likely: ${cause} | To do: ${cure} | Reference: ${reference}`;
}

/** Formats a value; an error with its causes, and with stacks if `stacks` is set. */
export function describe(value: unknown, stacks = false): string {
  if (value instanceof Error) return describeErrors(value, stacks);
  return typeof value === "string" ? value : safeJson(value);
}

function describeErrors(error: Error, stacks: boolean): string {
  return chainOf(error)
    .map((link) => `${link.label}${describeOne(link.error, stacks)}`)
    .join(" ");
}

function describeOne(error: Error, stacks: boolean): string {
  if (error instanceof AuthError) {
    const { err: _, ...details } = error.cause ?? {};
    const more = Object.keys(details).length > 0 ? ` Details: ${safeJson(details)}` : "";
    return `${error.message || error.name}${more}`;
  }
  const told = error.message === "" ? error.name : `${error.name}: ${error.message}`;
  return stacks ? [told, ...framesOf(error)].join(" | ") : told;
}

function framesOf({ stack }: Error): string[] {
  const frames = stack?.split("\n").filter((line) => /^\s+at /.test(line)) ?? [];
  return frames.slice(0, framesShown).map((line) => line.trim());
}

function safeJson(value: unknown): string {
  const plain = (_: string, item: unknown) =>
    item instanceof Error ? `${item.name}: ${item.message}` : item;
  try {
    return String(JSON.stringify(value, plain));
  } catch {
    return "(not serialisable)";
  }
}
