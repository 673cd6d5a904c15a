// What the load showed, as figures: each with its aim, and whether it was held.
import { atLeast, below, none } from "../../scripts/long/figures.mjs";
import { growth, largest } from "./measures.mjs";

/** The size of a pool of `pg` that wasn't told another. */
const poolSize = 10;

/**
 * In a few seconds code is still being compiled, caches fill and the process takes the memory it works with, so a
 * short run can only find what grows fast. How long its answers take says more about the machine than about the demo:
 * all it asks is that they come, before autocannon gives up on them.
 */
function aimsFor(seconds, whole) {
  if (seconds >= whole) return { heap: 1, rss: 5, latency: 1_000, late: 1_000 };
  return { heap: whole / seconds, late: 15_000 };
}

export function judge(load, { seconds, whole }) {
  const aims = aimsFor(seconds, whole);
  const { samples, rows, lasted } = load;
  const results = load.sent.map(({ result }) => result);
  const sum = (...names) =>
    results.reduce((total, result) => names.reduce((more, name) => more + result[name], total), 0);
  const requests = sum("2xx", "3xx", "4xx", "5xx");
  const most = (name) => largest(samples.map((sample) => sample[name]));
  return [
    atLeast("seconds of load", Math.round(lasted), seconds),
    atLeast("requests by autocannon", requests, 90 * seconds),
    none("connections that broke, requests without an answer", sum("errors", "timeouts")),
    none("answers that were not as expected", load.surprises.length),
    none("answers 5xx", sum("5xx")),
    none("lines in the log but for wrong passwords", load.unexpected.length),
    ...(aims.latency === undefined
      ? []
      : [
          below("slowest stream, 99 % of the answers within", {
            value: largest(results.map(({ latency }) => latency.p99)),
            aim: aims.latency,
            text: milliseconds,
          }),
        ]),
    below("event loop, 99 % of the time late by", {
      value: samples.at(-1)?.late ?? Infinity,
      aim: aims.late,
      text: milliseconds,
    }),
    below("heap after a collection, growth", {
      value: growth(samples, "heapUsed"),
      aim: aims.heap,
      text: perMinute,
    }),
    ...(aims.rss === undefined
      ? []
      : [
          below("memory of the process, growth", {
            value: growth(samples, "rss"),
            aim: aims.rss,
            text: perMinute,
          }),
        ]),
    {
      what: "connections to PostgreSQL, most at once",
      value: String(most("connections")),
      aim: `1 to ${poolSize}`,
      held: most("connections") > 0 && most("connections") <= poolSize,
    },
    none("rows too many or too few afterwards", oddRows(rows, load.expected)),
    none("exit code when asked to stop", load.code),
    none("connections to PostgreSQL after that", load.connectionsLeft),
  ];
}

const oddRows = (rows, expected) =>
  Object.entries(expected).reduce((odd, [name, many]) => odd + Math.abs(rows[name] - many), 0);

const milliseconds = (value) => `${Math.round(value)} ms`;
const perMinute = (value) => `${value.toFixed(2)} MB a minute`;
