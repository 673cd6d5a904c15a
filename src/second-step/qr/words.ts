import { utf8 } from "../../crypto/encoding.js";
import { checkWords } from "./field.js";

/**
 * For each version, at the level M: check words of a block, and blocks (ISO/IEC 18004, table 9). Twenty
 * versions hold 666 bytes, which is more than a link to an app has.
 */
const plans: readonly (readonly [check: number, blocks: number])[] = [
  [10, 1],
  [16, 1],
  [26, 1],
  [18, 2],
  [24, 2],
  [16, 4],
  [18, 4],
  [22, 4],
  [22, 5],
  [26, 5],
  [30, 5],
  [22, 8],
  [22, 9],
  [24, 9],
  [24, 10],
  [28, 10],
  [28, 11],
  [26, 13],
  [26, 14],
  [26, 16],
];

/** How many codewords fit beside the patterns of a version. */
function wordsIn(version: number): number {
  const size = 17 + 4 * version;
  const aligned = version === 1 ? 0 : Math.floor(version / 7) + 2;
  // Those in a row with the timing pattern cover five modules of it.
  const alignment = aligned === 0 ? 0 : (aligned * aligned - 3) * 25 - (aligned - 2) * 10;
  const timing = 2 * (size - 16);
  const about = 31 + (version >= 7 ? 36 : 0);
  return Math.floor((size * size - 3 * 64 - alignment - timing - about) / 8);
}

export interface Words {
  readonly version: number;
  /** All codewords in the order in which they are drawn. */
  readonly words: readonly number[];
}

/** The codewords of a text. Throws when it is too long. */
export function wordsOf(text: string): Words {
  const bytes = [...utf8(text)];
  for (const [index, [check, blocks]] of plans.entries()) {
    const version = index + 1;
    const room = wordsIn(version) - check * blocks;
    const head = version < 10 ? 12 : 20;
    if (Math.ceil((head + 8 * bytes.length) / 8) > room) continue;
    const data = padded(bitsOf(bytes, version), room);
    return { version, words: interleaved(data, { check, blocks }) };
  }
  throw new RangeError("The text is too long for a QR code.");
}

/** Mode, length and bytes (section 7.4.5), and the end where there is room for it. */
function bitsOf(bytes: readonly number[], version: number): string {
  const binary = (value: number, length: number) => value.toString(2).padStart(length, "0");
  const length = binary(bytes.length, version < 10 ? 8 : 16);
  return `0100${length}${bytes.map((byte) => binary(byte, 8)).join("")}`;
}

function padded(bits: string, room: number): number[] {
  const ended = `${bits}0000`.slice(0, room * 8);
  const words = (ended.match(/.{1,8}/g) ?? []).map((word) => parseInt(word.padEnd(8, "0"), 2));
  const left = Array.from({ length: room - words.length }, (_, index) =>
    index % 2 === 0 ? 0xec : 0x11,
  );
  return [...words, ...left];
}

/** The words of all blocks in turn, then their check words (section 7.6). The last blocks may be longer. */
function interleaved(
  data: readonly number[],
  { check, blocks }: { readonly check: number; readonly blocks: number },
): number[] {
  const short = Math.floor(data.length / blocks);
  const longer = data.length % blocks;
  const parts: number[][] = [];
  for (let from = 0, index = 0; index < blocks; index++) {
    const size = short + (index >= blocks - longer ? 1 : 0);
    parts.push(data.slice(from, from + size));
    from += size;
  }
  return [...inTurn(parts), ...inTurn(parts.map((part) => checkWords(part, check)))];
}

function inTurn(parts: readonly (readonly number[])[]): number[] {
  const longest = Math.max(...parts.map((part) => part.length));
  return Array.from({ length: longest }, (_, index) =>
    parts.flatMap((part) => part.slice(index, index + 1)),
  ).flat();
}
