// Runs steps in order, two at a time if each needs only one core.
import { readFileSync } from "node:fs";

/**
 * @param {Step[]} steps a step begins when those before it have begun, those it comes `after` are done, and
 *   there is room: one with `half` takes one of two lanes, any other both
 * @param {(step: Step, isAlone: boolean) => Promise<void>} run mustn't reject
 * @typedef {{ name: string, half?: boolean, after?: string[] }} Step
 */
export async function runInLanes(steps, run) {
  const underWay = new Map();
  const waits = ({ half, after = [] }) =>
    half
      ? underWay.size === 2 ||
        [...underWay.keys()].some((other) => !other.half || after.includes(other.name))
      : underWay.size > 0;
  for (const [index, step] of steps.entries()) {
    while (waits(step)) await Promise.race(underWay.values());
    const isAlone = !step.half || (underWay.size === 0 && !steps[index + 1]?.half);
    const done = run(step, isAlone).then(() => underWay.delete(step));
    underWay.set(step, done);
  }
  await Promise.all(underWay.values());
}

/**
 * CPU time since the machine started: the total, and the part that the host gave to other machines.
 * Undefined if the system doesn't report it.
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
