import { penaltyOf } from "./penalty.js";
import { wordsOf } from "./words.js";

/** Rows of modules; true is dark. */
export type Modules = readonly (readonly boolean[])[];

/** What is drawn, and which modules belong to the patterns. */
interface Drawing {
  readonly size: number;
  readonly dark: boolean[][];
  readonly fixed: boolean[][];
}

const masks: readonly ((row: number, column: number) => boolean)[] = [
  (row, column) => (row + column) % 2 === 0,
  (row) => row % 2 === 0,
  (_, column) => column % 3 === 0,
  (row, column) => (row + column) % 3 === 0,
  (row, column) => (Math.floor(row / 2) + Math.floor(column / 3)) % 2 === 0,
  (row, column) => ((row * column) % 2) + ((row * column) % 3) === 0,
  (row, column) => (((row * column) % 2) + ((row * column) % 3)) % 2 === 0,
  (row, column) => (((row + column) % 2) + ((row * column) % 3)) % 2 === 0,
];

/** The QR code of a text (ISO/IEC 18004, model 2, level M), without its margin. */
export function qrModules(text: string): Modules {
  const { version, words } = wordsOf(text);
  const candidates = masks.map((mask, number) => {
    const drawing = blank(17 + 4 * version);
    drawPatterns(drawing, version);
    drawFormat(drawing, number);
    drawWords(drawing, words, mask);
    return drawing.dark;
  });
  const penalties = candidates.map(penaltyOf);
  return candidates[penalties.indexOf(Math.min(...penalties))] ?? [];
}

function blank(size: number): Drawing {
  const field = () => Array.from({ length: size }, () => Array.from({ length: size }, () => false));
  return { size, dark: field(), fixed: field() };
}

function put(
  { dark, fixed, size }: Drawing,
  [row, column]: readonly [number, number],
  on: boolean,
) {
  if (row < 0 || column < 0 || row >= size || column >= size) return;
  const [line, known] = [dark[row], fixed[row]];
  if (!line || !known) return;
  line[column] = on;
  known[column] = true;
}

function drawPatterns(drawing: Drawing, version: number): void {
  const { size } = drawing;
  for (let index = 0; index < size; index++) {
    put(drawing, [6, index], index % 2 === 0);
    put(drawing, [index, 6], index % 2 === 0);
  }
  for (const centre of [
    [3, 3],
    [3, size - 4],
    [size - 4, 3],
  ] as const) {
    drawRings(drawing, centre, [0, 1, 3]);
  }
  const places = alignmentOf(version, size);
  const last = places.length - 1;
  for (const [i, row] of places.entries()) {
    for (const [j, column] of places.entries()) {
      const isCorner = (i === 0 && j === 0) || (i === 0 && j === last) || (i === last && j === 0);
      if (!isCorner) drawRings(drawing, [row, column], [0, 2]);
    }
  }
  if (version >= 7) drawVersion(drawing, version);
}

/** Squares around a centre, dark at these distances. A finder has a light edge around it. */
function drawRings(
  drawing: Drawing,
  [row, column]: readonly [number, number],
  dark: readonly number[],
): void {
  const reach = dark.includes(3) ? 4 : 2;
  for (let y = -reach; y <= reach; y++) {
    for (let x = -reach; x <= reach; x++) {
      const distance = Math.max(Math.abs(y), Math.abs(x));
      put(drawing, [row + y, column + x], dark.includes(distance));
    }
  }
}

/** Rows and columns of alignment patterns: evenly spaced, counted from the far edge (annex E). */
function alignmentOf(version: number, size: number): number[] {
  if (version === 1) return [];
  const count = Math.floor(version / 7) + 2;
  const gap = Math.ceil((size - 13) / (count - 1) / 2) * 2;
  const far = Array.from({ length: count - 1 }, (_, index) => size - 7 - index * gap);
  return [6, ...far.reverse()];
}

/** Bits with those of their division by a generator behind them, so that a reader can mend them. */
function withRemainder(value: number, generator: number, bits: number): number {
  let rest = value;
  const top = 2 ** (bits - 1);
  for (let index = 0; index < bits; index++) rest = (rest << 1) ^ (rest & top ? generator : 0);
  return (value << bits) | rest;
}

/** The level (M is 00) and the mask, twice (section 7.9). */
function drawFormat(drawing: Drawing, mask: number): void {
  const { size } = drawing;
  const bits = withRemainder(mask, 0x537, 10) ^ 0x5412;
  const isOn = (index: number) => ((bits >>> index) & 1) === 1;
  for (let index = 0; index < 15; index++) {
    const near = index < 6 ? index : index < 8 ? index + 1 : size - 15 + index;
    put(drawing, [near, 8], isOn(index));
    const side = index < 8 ? size - 1 - index : index === 8 ? 7 : 14 - index;
    put(drawing, [8, side], isOn(index));
  }
  put(drawing, [size - 8, 8], true);
}

/** The version, twice (section 7.10). */
function drawVersion(drawing: Drawing, version: number): void {
  const bits = withRemainder(version, 0x1f25, 12);
  for (let index = 0; index < 18; index++) {
    const on = ((bits >>> index) & 1) === 1;
    const [near, far] = [Math.floor(index / 3), drawing.size - 11 + (index % 3)];
    put(drawing, [near, far], on);
    put(drawing, [far, near], on);
  }
}

/** Two columns at a time, up and down in turn, from the right (section 7.7.3). */
function drawWords(
  { size, dark, fixed }: Drawing,
  words: readonly number[],
  mask: (row: number, column: number) => boolean,
): void {
  let bit = 0;
  for (let right = size - 1, up = true; right > 0; right -= right === 8 ? 3 : 2, up = !up) {
    for (let index = 0; index < size; index++) {
      const row = up ? size - 1 - index : index;
      for (const column of [right, right - 1]) {
        const line = dark[row];
        if (!line || fixed[row]?.[column]) continue;
        const word = words[bit >>> 3] ?? 0;
        line[column] = (((word >>> (7 - (bit & 7))) & 1) === 1) !== mask(row, column);
        bit += 1;
      }
    }
  }
}
