import { nearest } from "./tags.js";

/** Browsers send a handful. Whoever sends a book is read no further. */
const MOST = 20;
const LONGEST = 1000;

const WEIGHT = /^q=(0(?:\.\d{0,3})?|1(?:\.0{0,3})?)$/i;

interface Wish {
  readonly tag: string;
  readonly weight: number;
}

function readWish(entry: string): readonly Wish[] {
  const [tag = "", ...parameters] = entry.split(";").map((part) => part.trim());
  const given = parameters.find((parameter) => /^q=/i.test(parameter));
  const weight = given === undefined ? 1 : Number(WEIGHT.exec(given)?.[1] ?? 0);
  return tag === "" || weight === 0 ? [] : [{ tag, weight }];
}

/** What an `Accept-Language` header asks for, the dearest first (RFC 9110, section 12.5.4). */
function wishesIn(header: string): readonly string[] {
  const wishes = header.slice(0, LONGEST).split(",").slice(0, MOST).flatMap(readWish);
  return wishes.sort((a, b) => b.weight - a.weight).map(({ tag }) => tag);
}

/** The language to use for a browser; undefined when it asks for none that there is. */
export function negotiate(header: string | null, available: readonly string[]): string | undefined {
  return wishesIn(header ?? "").flatMap((tag) => nearest(tag, available) ?? [])[0];
}
