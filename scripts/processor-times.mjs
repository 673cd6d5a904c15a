import { readFileSync } from "node:fs";

/**
 * What the processors did since the machine was started: all of their time, and what of it a host gave to other
 * machines. Undefined where the system does not tell.
 */
export function processorTimes() {
  try {
    const [line] = readFileSync("/proc/stat", "utf8").split("\n", 1);
    const times = line.split(/\s+/).slice(1, 9).map(Number);
    return { all: times.reduce((sum, time) => sum + time, 0), stolen: times[7] };
  } catch {
    return undefined;
  }
}
