// A route for signed-in people over HTTP: Express on a real socket, the load from another process.
import { execFile, fork } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { summary } from "../measure.mjs";

export const title = "Protected Express route over HTTP";

const path = (name) => fileURLToPath(new URL(`../servers/${name}.mjs`, import.meta.url));
const names = [
  "bare decryption",
  "latchkey",
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

/** A bounded number of requests, and what they took. */
async function load(server, connections, amount) {
  const before = await usage(server);
  const args = [path("load"), server.url, server.cookie, String(connections), String(amount)];
  const { stdout } = await promisify(execFile)(process.execPath, args);
  const after = await usage(server);
  const { failed, total, seconds } = JSON.parse(stdout);
  if (failed > 0) throw new Error(`${failed} requests of ${total} failed.`);
  const cpu = (after.user + after.system - before.user - before.system) / 1e6;
  return { perServer: total / cpu, perSecond: total / seconds };
}

/** Servers that have warmed up: Express itself takes thousands of requests to reach its speed. */
async function withServers(chosen, work) {
  const servers = [];
  try {
    for (const name of chosen) servers.push(await start(name));
    for (const server of servers) await load(server, 20, 4000);
    return await work(servers);
  } finally {
    for (const { child } of servers) child.kill();
  }
}

/** Every server in each round, in turns. */
async function compare(chosen, servers, { rounds, connections, amount }) {
  const samples = chosen.map(() => []);
  for (let round = 0; round < rounds; round++) {
    for (let turn = 0; turn < chosen.length; turn++) {
      const at = (round + turn) % chosen.length;
      samples[at].push(await load(servers[at], connections, amount));
    }
  }
  return (key) =>
    Object.fromEntries(chosen.map((name, at) => [name, summary(samples[at].map((it) => it[key]))]));
}

export async function run() {
  const tables = await withServers(names, async (servers) => {
    const table = await compare(names, servers, { rounds: 5, connections: 20, amount: 1500 });
    return { [perServer]: table("perServer"), [perSecond]: table("perSecond") };
  });
  const two = ["latchkey", "@auth/express"];
  await withServers(two, async (servers) => {
    for (const connections of [1, 10, 100, 1000]) {
      const amount = Math.max(600, connections * 2);
      const table = await compare(two, servers, { rounds: 3, connections, amount });
      tables[`${connections} at once`] = table("perSecond");
      units[`${connections} at once`] = "/s";
    }
  });
  return tables;
}

/** Judged by elapsed time. On a busy machine the server's processor time, shown beside it, says more. */
export function ratios({ [perSecond]: elapsed, [perServer]: cpu }) {
  const over = (rate, other) => rate.latchkey.median / rate[other].median;
  return [
    {
      name: "Express route over HTTP, times the requests of @auth/express",
      value: over(elapsed, "@auth/express"),
      atLeast: 5,
    },
    {
      name: "Express route over HTTP, share of the bare decryption inline",
      value: over(elapsed, "bare decryption"),
      atLeast: 0.9,
    },
    { name: "  the first by the server's processor time", value: over(cpu, "@auth/express") },
    { name: "  the second by the server's processor time", value: over(cpu, "bare decryption") },
  ];
}
