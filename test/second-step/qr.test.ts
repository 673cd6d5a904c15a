import { expect, it } from "vitest";
import { qrPicture } from "../../src/plugins/two-factor/qr.js";
import { readQr } from "./read-qr.js";

const margin = 4;

/** The modules that a picture draws, without its margin. */
function modulesOf(text: string): boolean[][] {
  const { size, path } = qrPicture(text);
  const edge = size - 2 * margin;
  const modules = Array.from({ length: edge }, () => Array.from({ length: edge }, () => false));
  for (const [, x, y, width] of path.matchAll(/M(\d+) (\d+)h(\d+)v1h-\3z/g)) {
    const start = Number(x) - margin;
    modules[Number(y) - margin]?.fill(true, start, start + Number(width));
  }
  return modules;
}

const address = (secret: string) =>
  `otpauth://totp/Acme:ada%40example.org?secret=${secret}&issuer=Acme`;
const texts = ["a", "é".repeat(30), "x".repeat(40), address("JBSWY3DPEHPK3PXP".repeat(2))];

it.each([...texts, "z".repeat(122), "z".repeat(123), "z".repeat(450)])(
  "a reader by the standard finds the text again: %s",
  (text) => {
    expect(readQr(modulesOf(text)).text).toBe(text);
  },
);

it("the picture has a margin of four modules around it", () => {
  const { size, path } = qrPicture("a");
  expect(size).toBe(21 + 8);
  expect(path.startsWith("M4 4h7v1h-7z")).toBe(true);
});
