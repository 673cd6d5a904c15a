// Measures several ways of doing the same thing, in turns, so that what disturbs one disturbs all.
// Each way runs in a process of its own: libraries in one process slow each other down.
import { fork } from "node:child_process";
import { fileURLToPath } from "node:url";

/**
 * What one variant took, in microseconds per call: the median of its rounds, their quartiles, and the rounds.
 * @typedef {{ median: number, low: number, high: number, rounds?: number[] }} Taken
 *
 * `make` prepares a variant and gives what is measured. `cpu` counts the processor time of its
 * process, all threads included, and so is not disturbed by other programs; `elapsed` is for what
 * waits for others. `serverTime` is the processor time that a server of the group took so far, in
 * microseconds: it counts as the caller's own. Work that holds a clock itself, since it does more
 * than what is measured, tells what it has `spent`.
 * @typedef {(() => unknown) & { spent?: () => number }} Work
 * @typedef {{ clock?: "cpu" | "elapsed", rounds?: number, serverTime?: () => number, variants: Record<string, () => Promise<Work>> }} Group
 */

const worker = fileURLToPath(new URL("worker.mjs", import.meta.url));

/**
 * Runs every variant of a group in each round, in turns.
 * @param {string} caseName @param {string} groupName @param {Group} group
 * @returns {Promise<Record<string, Taken>>}
 */
export async function measure(caseName, groupName, { clock = "cpu", rounds = 15, variants }) {
  const names = Object.keys(variants);
  const started = [];
  try {
    const chosen = process.env["BENCH_CLOCK"] ?? clock;
    for (const name of names) started.push(await start([caseName, groupName, name, chosen]));
    const samples = names.map(() => []);
    for (let round = 0; round < rounds; round++) {
      for (let turn = 0; turn < names.length; turn++) {
        const at = (round + turn) % names.length; // nobody is always first
        samples[at].push(await ask(started[at]));
      }
    }
    return Object.fromEntries(names.map((name, at) => [name, summary(samples[at])]));
  } finally {
    for (const child of started) child.kill();
  }
}

/** A process that has warmed up and waits. */
async function start(args) {
  const child = fork(worker, args, { execArgv: ["--expose-gc", "--single-threaded-gc"] });
  await next(child);
  return child;
}

function ask(child) {
  child.send("again");
  return next(child);
}

function next(child) {
  return new Promise((resolve, reject) => {
    const left = (code) => reject(new Error(`A measuring process ended with ${code}.`));
    child.once("exit", left);
    child.once("message", (message) => {
      child.off("exit", left);
      resolve(message);
    });
  });
}

/** @param {number[]} samples @returns {Taken} */
export function summary(samples) {
  const sorted = samples.toSorted((a, b) => a - b);
  const at = (share) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))];
  return { median: at(0.5), low: at(0.25), high: at(0.75), rounds: samples };
}

/**
 * How many times as much one took as another: the median over the rounds, each held against the same round of the
 * other. What slows the machine down for a while slows both, and is not taken for a difference.
 * @param {Taken} one @param {Taken} other
 */
export function times(one, other) {
  return summary(one.rounds.map((value, round) => value / other.rounds[round])).median;
}
