import { expect, it } from "vitest";
import { qrModules } from "../../src/second-step/qr/matrix.js";
import { qrPicture } from "../../src/second-step/qr/index.js";
import { readQr } from "./read-qr.js";

const texts = ["a", "latchkey", "x".repeat(40), "é".repeat(30), ..."abcdefghijklmn"].map(
  (text, index) => text.repeat(1 + index * 2),
);

it.each(texts)("a reader by the standard finds the text again: %s", (text) => {
  expect(readQr(qrModules(text)).text).toBe(text);
});

it.each([14, 26, 42, 62, 84, 106, 122, 152, 180, 213, 251, 287, 331, 362, 412, 450])(
  "%i bytes fill a version, and one more takes the next",
  (most) => {
    const full = readQr(qrModules("z".repeat(most)));
    expect(full.text).toHaveLength(most);
    // ISO/IEC 18004, table 7: these are the most bytes of the versions 1 to 16 at the level M.
    const versions = [14, 26, 42, 62, 84, 106, 122, 152, 180, 213, 251, 287, 331, 362, 412, 450];
    expect(full.version).toBe(versions.indexOf(most) + 1);
    expect(qrModules("z".repeat(most + 1))).toHaveLength(17 + 4 * (full.version + 1));
  },
);

it("the longest text fits the twentieth version, and a longer one is refused", () => {
  expect(readQr(qrModules("q".repeat(666))).version).toBe(20);
  expect(() => qrModules("q".repeat(667))).toThrow("too long");
});

it("the picture has a margin of four modules around it", () => {
  const { size, path } = qrPicture("a");
  expect(size).toBe(21 + 8);
  expect(path.startsWith("M4 4h7v1h-7z")).toBe(true);
});
