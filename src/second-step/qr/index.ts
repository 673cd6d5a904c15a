import { qrModules } from "./matrix.js";

/** A picture to be drawn: the edge of its square, and one path of all dark modules. */
export interface QrPicture {
  readonly size: number;
  readonly path: string;
}

/** Modules of light around the code, without which phones do not find it (section 6.3.8). */
const margin = 4;

/** The QR code of a text as a path of SVG. */
export function qrPicture(text: string): QrPicture {
  const modules = qrModules(text);
  const path = modules.map((row, y) => runsOf(row, y + margin));
  return { size: modules.length + 2 * margin, path: path.join("") };
}

/** Dark modules side by side are one rectangle. */
function runsOf(row: readonly boolean[], y: number): string {
  const line = row.map((on) => (on ? "1" : "0")).join("");
  const runs = [...line.matchAll(/1+/g)];
  return runs
    .map(({ 0: run, index }) => `M${index + margin} ${y}h${run.length}v1h-${run.length}z`)
    .join("");
}
