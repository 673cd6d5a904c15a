import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parseColor } from "./color.js";
import type { Rgb } from "./color.js";
import {
  contrast,
  EDGE_CONTRAST,
  hoverOf,
  readablePair,
  TEXT_CONTRAST,
  WHITE,
} from "./contrast.js";
import { darkPalette, lightPalette } from "./palette.js";
import type { Palette } from "./palette.js";

const read = (hex: string): Rgb => parseColor(hex) ?? WHITE;

const TEXT_PAIRS: readonly (readonly [keyof Palette, keyof Palette])[] = [
  ["text", "canvas"],
  ["text", "surface"],
  ["text", "raised"],
  ["muted", "surface"],
  ["muted", "raised"],
  ["danger", "danger-surface"],
  ["notice", "notice-surface"],
];
const EDGE_PAIRS: readonly (readonly [keyof Palette, keyof Palette])[] = [
  ["edge", "surface"],
  ["ring", "surface"],
  ["ring", "canvas"],
  ["danger", "surface"],
];

describe.each([
  ["light", lightPalette],
  ["dark", darkPalette],
])("the %s palette", (_, palette: Palette) => {
  it.each(TEXT_PAIRS)("lets %s be read on %s", (text, background) => {
    expect(contrast(read(palette[text]), read(palette[background]))).toBeGreaterThanOrEqual(
      TEXT_CONTRAST,
    );
  });

  it.each(EDGE_PAIRS)("lets %s be seen on %s", (edge, background) => {
    expect(contrast(read(palette[edge]), read(palette[background]))).toBeGreaterThanOrEqual(
      EDGE_CONTRAST,
    );
  });
});

const channel = fc.double({ min: 0, max: 1, noNaN: true });
const color = fc.tuple(channel, channel, channel);

describe("any brand color with any button text", () => {
  it("makes a button that can be read, also while hovered over", () => {
    fc.assert(
      fc.property(color, fc.option(color, { nil: undefined }), (brand, wish) => {
        const pair = readablePair(brand, wish);
        expect(contrast(pair.background, pair.text)).toBeGreaterThanOrEqual(TEXT_CONTRAST);
        expect(contrast(hoverOf(pair), pair.text)).toBeGreaterThanOrEqual(TEXT_CONTRAST);
      }),
      { numRuns: 2000 },
    );
  });

  it("stays as it is while hovered over, where every other shade would be too near to the text", () => {
    const pair = readablePair([0, 0, 0], [0, 0.5318226287165411, 0]);
    expect(hoverOf(pair)).toEqual(pair.background);
  });

  it("stays as it was configured where that can be read", () => {
    const [brand, wish] = [read("#0f766e"), read("#ffffff")];
    expect(readablePair(brand, wish)).toEqual({ background: brand, text: wish });
  });
});
