import type { Finding } from "../../types/finding.js";
import type { Surroundings } from "../command.js";

const marks = { ok: "ok     ", warning: "warning", error: "error  " } as const;
const colours = { ok: 32, warning: 33, error: 31 } as const;

/** Prints each finding on a line, with what to do on the next. */
export function report(findings: readonly Finding[], world: Surroundings): void {
  for (const { level, about, message, cure } of findings) {
    world.print(`${coloured(marks[level], colours[level], world)}  ${about}: ${message}`);
    if (cure !== undefined) world.print(`         → ${cure}`);
  }
  const count = (level: Finding["level"]) => findings.filter((one) => one.level === level).length;
  world.print("");
  world.print(`${count("error")} errors, ${count("warning")} warnings, ${count("ok")} ok.`);
}

function coloured(text: string, colour: number, { hasColours }: Surroundings): string {
  return hasColours ? `\u001b[${colour}m${text}\u001b[0m` : text;
}
