// Runs steps in their order, two at a time where they take no more than a processor each.

/**
 * @param {Step[]} steps a step begins when those before it have begun, those it comes `after` are done, and
 *   there is room: one with `half` takes one of two lanes, any other both
 * @param {(step: Step, isAlone: boolean) => Promise<void>} run must not reject
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
