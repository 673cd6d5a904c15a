// A route for signed-in people over HTTP: Express on a real socket, the load from another process.
import { fork } from "node:child_process";
import { fileURLToPath } from "node:url";
import { summary, times } from "../measure.mjs";

export const title = "Protected Express route over HTTP";

const path = (name) => fileURLToPath(new URL(`../servers/${name}.mjs`, import.meta.url));
const names = [
  "no sign-in",
  "bare decryption",
  "latchkey",
  "latchkey, everybody once",
  "@auth/express",
  "better-auth",
  "iron-session",
  "express-session",
];
const perServer = "requests per second of the server's processor time";
const perSecond = "requests per second";

export const units = { [perServer]: "/s", [perSecond]: "/s" };

async function start(name) {
  const child = fork(path("express"), [name]);
  const { url, cookie } = await told(child);
  return { child, url, cookie };
}

const told = (child) => new Promise((resolve) => child.once("message", resolve));

function usage({ child }) {
  child.send("usage");
  return told(child);
}

/** Requests for some seconds, and what they took. */
async function load(server, connections, seconds) {
  const generator = fork(
    path("load"),
    [server.url, server.cookie, connections, seconds].map(String),
  );
  await told(generator);
  const before = await usage(server);
  generator.send("go");
  const { failed, total, took } = await told(generator);
  const after = await usage(server);
  if (failed > 0) throw new Error(`${failed} requests of ${total} failed.`);
  const cpu = (after.user + after.system - before.user - before.system) / 1e6;
  return { perServer: total / cpu, perSecond: total / took };
}

/** Servers that have warmed up: Express itself takes thousands of requests to reach its speed. */
async function withServers(chosen, work) {
  const servers = [];
  try {
    for (const name of chosen) servers.push(await start(name));
    for (const server of servers) await load(server, 20, 5);
    return await work(servers);
  } finally {
    for (const { child } of servers) child.kill();
  }
}

/** Every server in each round, in turns. */
async function compare(chosen, servers, { rounds, connections, seconds }) {
  const samples = chosen.map(() => []);
  for (let round = 0; round < rounds; round++) {
    for (let turn = 0; turn < chosen.length; turn++) {
      const at = (round + turn) % chosen.length;
      samples[at].push(await load(servers[at], connections, seconds));
    }
  }
  return (key) =>
    Object.fromEntries(chosen.map((name, at) => [name, summary(samples[at].map((it) => it[key]))]));
}

export async function run() {
  const tables = await withServers(names, async (servers) => {
    const table = await compare(names, servers, { rounds: 9, connections: 20, seconds: 1 });
    return { [perServer]: table("perServer"), [perSecond]: table("perSecond") };
  });
  const two = ["latchkey", "@auth/express"];
  await withServers(two, async (servers) => {
    for (const connections of [1, 10, 100, 1000]) {
      const table = await compare(two, servers, { rounds: 3, connections, seconds: 1 });
      tables[`${connections} at once`] = table("perSecond");
      units[`${connections} at once`] = "/s";
    }
  });
  return tables;
}

/**
 * Judged by elapsed time. On a busy machine the server's processor time, shown beside it, says more.
 * What decrypts at every request is held against requests that have to be decrypted.
 */
export function ratios({ [perSecond]: elapsed, [perServer]: cpu }) {
  const over = (rate, other, own = "latchkey") => times(rate[own], rate[other]);
  const once = "latchkey, everybody once";
  return [
    {
      name: "Express route over HTTP, times the requests of @auth/express",
      value: over(elapsed, "@auth/express"),
      atLeast: 5,
    },
    { name: "  by the server's processor time", value: over(cpu, "@auth/express") },
    { name: "  with everybody once", value: over(elapsed, "@auth/express", once) },
    {
      name: "  share of the bare decryption inline, everybody once",
      value: over(elapsed, "bare decryption", once),
      atLeast: 0.95,
      today: 0.75,
      why: "what is inline knows its cookie's name, its secret and no callbacks; the difference is what getSession takes besides decrypting, 13 µs in a loop.",
    },
    { name: "  by the server's processor time", value: over(cpu, "bare decryption", once) },
    {
      name: "  share of the route without any sign-in, visitors who come again",
      value: over(elapsed, "no sign-in"),
      atLeast: 0.97,
      today: 0.7,
      why: "reading the session takes 5 µs in a loop and several times that between requests, when the processor had other things to do meanwhile: 5 to 9 % of what the server does for a request, by the profiler. The route without any sign-in does not look at the cookies.",
    },
    { name: "  by the server's processor time", value: over(cpu, "no sign-in") },
  ];
}
