import { correction, generate, mode } from "lean-qr";

/** The drawing of a QR code: the edge of its square, and one path with all dark modules. */
export interface QrPicture {
  readonly size: number;
  readonly path: string;
}

/** Light modules around the code, which phones need to find it (ISO/IEC 18004, section 6.3.8). */
const margin = 4;

/** Draws a text as a QR code, in one SVG path. */
export function qrPicture(text: string): QrPicture {
  // Byte mode only: some authenticator apps can't read codes that switch modes.
  const bytes = mode.bytes(new TextEncoder().encode(text));
  const level = { minCorrectionLevel: correction.M, maxCorrectionLevel: correction.M };
  const code = generate(bytes, level);
  const rows = code.toString({ on: "1", off: "0", pad: margin }).trimEnd().split("\n");
  return { size: code.size + 2 * margin, path: rows.map(runsOf).join("") };
}

/** Joins adjacent dark modules into one rectangle. */
function runsOf(line: string, y: number): string {
  return Array.from(line.matchAll(/1+/g))
    .map(({ 0: run, index }) => `M${index} ${y}h${run.length}v1h-${run.length}z`)
    .join("");
}
