/** Reads a QR code again, by the standard and by nothing of the library's: what a phone does with the picture. */

const alphas: number[] = [];
const logs = new Map<number, number>();
for (let value = 1, index = 0; index < 255; index++) {
  alphas.push(value);
  logs.set(value, index);
  value = value & 128 ? ((value << 1) ^ 285) & 255 : value << 1;
}

const product = (a: number, b: number): number =>
  a === 0 || b === 0 ? 0 : (alphas[((logs.get(a) ?? 0) + (logs.get(b) ?? 0)) % 255] ?? 0);

/** Whether the check words of a block fit: every root of the generator is a root of the block. */
function isWhole(block: readonly number[], checks: number): boolean {
  return Array.from({ length: checks }, (_, root) =>
    block.reduce((sum, word) => product(sum, alphas[root] ?? 0) ^ word, 0),
  ).every((sum) => sum === 0);
}

/** Blocks at the level M (ISO/IEC 18004, table 9): [check words, [blocks, data words of each]...]. */
const tables: Readonly<Record<number, readonly [number, ...(readonly [number, number])[]]>> = {
  1: [10, [1, 16]],
  2: [16, [1, 28]],
  3: [26, [1, 44]],
  4: [18, [2, 32]],
  5: [24, [2, 43]],
  6: [16, [4, 27]],
  7: [18, [4, 31]],
  8: [22, [2, 38], [2, 39]],
  9: [22, [3, 36], [2, 37]],
  10: [26, [4, 43], [1, 44]],
  11: [30, [1, 50], [4, 51]],
  12: [22, [6, 36], [2, 37]],
  13: [22, [8, 37], [1, 38]],
  14: [24, [4, 40], [5, 41]],
  15: [24, [5, 41], [5, 42]],
  16: [28, [7, 45], [3, 46]],
  20: [26, [3, 41], [13, 42]],
};

/** Centres of alignment patterns (annex E). */
const centres: Readonly<Record<number, readonly number[]>> = {
  1: [],
  2: [6, 18],
  3: [6, 22],
  4: [6, 26],
  5: [6, 30],
  6: [6, 34],
  7: [6, 22, 38],
  8: [6, 24, 42],
  9: [6, 26, 46],
  10: [6, 28, 50],
  11: [6, 30, 54],
  12: [6, 32, 58],
  13: [6, 34, 62],
  14: [6, 26, 46, 66],
  15: [6, 26, 48, 70],
  16: [6, 26, 50, 74],
  20: [6, 34, 62, 90],
};

/** Format information at the level M, by mask (annex C). */
const formats = [
  0b101010000010010, 0b101000100100101, 0b101111001111100, 0b101101101001011, 0b100010111111001,
  0b100000011001110, 0b100111110010111, 0b100101010100000,
];

const masks: readonly ((i: number, j: number) => boolean)[] = [
  (i, j) => (i + j) % 2 === 0,
  (i) => i % 2 === 0,
  (_, j) => j % 3 === 0,
  (i, j) => (i + j) % 3 === 0,
  (i, j) => (Math.floor(i / 2) + Math.floor(j / 3)) % 2 === 0,
  (i, j) => ((i * j) % 2) + ((i * j) % 3) === 0,
  (i, j) => (((i * j) % 2) + ((i * j) % 3)) % 2 === 0,
  (i, j) => (((i * j) % 3) + ((i + j) % 2)) % 2 === 0,
];

type Modules = readonly (readonly boolean[])[];

/** The text of a QR code. Throws where anything isn't as the standard says. */
export function readQr(modules: Modules): { text: string; version: number } {
  const size = modules.length;
  const version = (size - 17) / 4;
  const at = (row: number, column: number) => modules[row]?.[column] ?? false;
  const table = tables[version];
  const places = centres[version];
  if (!table || !places) throw new Error(`No table for version ${version}.`);
  assertFinders(at, size);
  const mask = readMask(at, size);
  const isFunction = functionModules(size, version, places);
  const bits: boolean[] = [];
  let isUp = true;
  for (let right = size - 1; right >= 1; right -= 2) {
    if (right === 6) right = 5;
    for (let step = 0; step < size; step++) {
      const row = isUp ? size - 1 - step : step;
      for (const column of [right, right - 1]) {
        if (!isFunction(row, column)) bits.push(at(row, column) !== mask(row, column));
      }
    }
    isUp = !isUp;
  }
  const data = blocksOf(wordsOf(bits), table);
  return { text: textOf(data, version), version };
}

function assertFinders(at: (row: number, column: number) => boolean, size: number): void {
  const rows = ["1111111", "1000001", "1011101", "1011101", "1011101", "1000001", "1111111"];
  for (const [top, left] of [
    [0, 0],
    [0, size - 7],
    [size - 7, 0],
  ] as const) {
    const seen = rows.map((_, y) =>
      rows.map((__, x) => (at(top + y, left + x) ? "1" : "0")).join(""),
    );
    if (seen.join() !== rows.join()) throw new Error("A finder is not there.");
  }
}

function readMask(at: (row: number, column: number) => boolean, size: number) {
  const first = [
    ...[0, 1, 2, 3, 4, 5, 7, 8].map((column) => at(8, column)),
    ...[7, 5, 4, 3, 2, 1, 0].map((row) => at(row, 8)),
  ];
  const second = [
    ...[1, 2, 3, 4, 5, 6, 7].map((off) => at(size - off, 8)),
    ...[8, 7, 6, 5, 4, 3, 2, 1].map((off) => at(8, size - off)),
  ];
  const numbers = [first, second].map((line) =>
    line.reduce((value, on) => value * 2 + (on ? 1 : 0), 0),
  );
  const number = formats.indexOf(numbers[0] ?? -1);
  if (number < 0 || numbers[0] !== numbers[1]) throw new Error("The format is not the level M.");
  const mask = masks[number];
  if (!mask || !at(size - 8, 8)) throw new Error("The dark module is not there.");
  return mask;
}

function functionModules(size: number, version: number, places: readonly number[]) {
  const last = places.at(-1);
  const isAlignment = (row: number, column: number) =>
    places.some((y) =>
      places.some((x) => {
        const corner = (y === 6 && x === 6) || (y === 6 && x === last) || (y === last && x === 6);
        return !corner && Math.abs(row - y) <= 2 && Math.abs(column - x) <= 2;
      }),
    );
  return (row: number, column: number): boolean => {
    if (row === 6 || column === 6) return true;
    if (row < 9 && (column < 9 || column >= size - 8)) return true;
    if (row >= size - 8 && column < 9) return true;
    if (version >= 7 && row < 6 && column >= size - 11) return true;
    if (version >= 7 && column < 6 && row >= size - 11) return true;
    return isAlignment(row, column);
  };
}

function wordsOf(bits: readonly boolean[]): number[] {
  return Array.from({ length: Math.floor(bits.length / 8) }, (_, index) =>
    bits.slice(index * 8, index * 8 + 8).reduce((value, on) => value * 2 + (on ? 1 : 0), 0),
  );
}

function blocksOf(
  words: readonly number[],
  [checks, ...groups]: readonly [number, ...(readonly [number, number])[]],
): number[] {
  const sizes = groups.flatMap(([count, size]) => Array.from({ length: count }, () => size));
  const blocks: number[][] = sizes.map(() => []);
  let next = 0;
  for (let index = 0; index < Math.max(...sizes); index++) {
    for (const [block, size] of sizes.entries()) {
      if (index < size) blocks[block]?.push(words[next++] ?? 0);
    }
  }
  const data = blocks.flat();
  for (let index = 0; index < checks; index++) {
    for (const block of blocks) block.push(words[next++] ?? 0);
  }
  if (!blocks.every((block) => isWhole(block, checks))) throw new Error("A check word is wrong.");
  return data;
}

function textOf(data: readonly number[], version: number): string {
  const bits = data.map((word) => word.toString(2).padStart(8, "0")).join("");
  if (!bits.startsWith("0100")) throw new Error("It is not in bytes.");
  const head = version < 10 ? 12 : 20;
  const length = parseInt(bits.slice(4, head), 2);
  const bytes = Array.from({ length }, (_, index) =>
    parseInt(bits.slice(head + index * 8, head + index * 8 + 8), 2),
  );
  return new TextDecoder().decode(Uint8Array.from(bytes));
}
