// Runs steps in their order, two at a time where they take no more than a processor each.

/**
 * @param {Step[]} steps a step begins when those before it have begun, those it comes `after` are done, and
 *   there is room: one with `half` takes one of two lanes, one `aside` none, any other both
 * @param {(step: Step, isAlone: boolean) => Promise<void>} run must not reject
 * @typedef {{ name: string, half?: boolean, aside?: boolean, after?: string[] }} Step
 */
export async function runInLanes(steps, run) {
  const underWay = new Map();
  const hasRoom = ({ half, aside, after = [] }) => {
    const others = [...underWay.keys()];
    if (others.some(({ name }) => after.includes(name))) return false;
    const inLanes = others.filter((other) => !other.aside);
    return aside || (half ? inLanes.length < 2 && inLanes.every((it) => it.half) : !inLanes.length);
  };
  for (const [index, step] of steps.entries()) {
    while (!hasRoom(step)) await Promise.race(underWay.values());
    const isLast = !steps[index + 1]?.half;
    const isAlone = !step.aside && (!step.half || (underWay.size === 0 && isLast));
    const done = run(step, isAlone).then(() => underWay.delete(step));
    underWay.set(step, done);
  }
  await Promise.all(underWay.values());
}
