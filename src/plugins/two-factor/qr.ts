import { correction, generate, mode } from "lean-qr";

/** A picture to be drawn: the edge of its square, and one path of all dark modules. */
export interface QrPicture {
  readonly size: number;
  readonly path: string;
}

/** Modules of light around the code, without which phones do not find it (ISO/IEC 18004, section 6.3.8). */
const margin = 4;

/** The QR code of a text as a path of SVG. */
export function qrPicture(text: string): QrPicture {
  // Bytes and nothing else: not every authenticator app reads a code that switches between alphabets.
  const bytes = mode.bytes(new TextEncoder().encode(text));
  const level = { minCorrectionLevel: correction.M, maxCorrectionLevel: correction.M };
  const code = generate(bytes, level);
  const rows = code.toString({ on: "1", off: "0", pad: margin }).trimEnd().split("\n");
  return { size: code.size + 2 * margin, path: rows.map(runsOf).join("") };
}

/** Dark modules side by side are one rectangle. */
function runsOf(line: string, y: number): string {
  return Array.from(line.matchAll(/1+/g))
    .map(({ 0: run, index }) => `M${index} ${y}h${run.length}v1h-${run.length}z`)
    .join("");
}
