// One process to four that read sessions out of one PostgreSQL.
import { fork } from "node:child_process";
import { fileURLToPath } from "node:url";
import { summary, times } from "../measure.mjs";
import { isTold, processorTime, startPostgres } from "../servers/databases.mjs";
import { signedIn, sql } from "./database.mjs";

export const title = "One process to four on PostgreSQL";

const cost = "processor time of a read, processes and database";
const bareCost = "the same by the bare driver";
const rate = "reads per second, on this machine's cores";

export const units = { [cost]: "µs", [bareCost]: "µs", [rate]: "/s" };

const most = 4;
const rounds = 7;
const slice = 800;
/** Readers at once in each process. */
const atOnce = 4;

const next = (child) =>
  new Promise((resolve, reject) => {
    const left = (code) => reject(new Error(`A reader ended with ${code}.`));
    child.once("exit", left);
    child.once("message", (message) => {
      child.off("exit", left);
      resolve(message);
    });
  });

async function startReaders(url, isBare) {
  const adapter = await sql(url);
  const tokens = [];
  for (let person = 0; person < 100; person++) tokens.push(await signedIn(adapter));
  const path = fileURLToPath(new URL("../servers/reader.mjs", import.meta.url));
  const readers = [];
  for (let index = 0; index < most; index++) {
    const reader = fork(path, [JSON.stringify({ url, tokens, atOnce, isBare })]);
    await next(reader);
    readers.push(reader);
  }
  return readers;
}

/** What the reads of some processes took, side by side. */
async function readBeside(readers, server) {
  const before = processorTime(server.pid());
  const began = performance.now();
  const done = await Promise.all(
    readers.map((reader) => {
      reader.send(slice);
      return next(reader);
    }),
  );
  const seconds = (performance.now() - began) / 1000;
  const sum = (key) => done.reduce((total, one) => total + one[key], 0);
  const cpu = sum("cpu") + processorTime(server.pid()) - before;
  return { cost: cpu / sum("reads"), rate: sum("reads") / seconds };
}

export async function run() {
  const server = isTold ? await startPostgres() : undefined;
  if (!server) {
    console.warn("Left out: PostgreSQL is not installed here.");
    return {};
  }
  try {
    const own = await readAll(server, false);
    const bare = await readAll(server, true);
    return { [cost]: own.cost, [bareCost]: bare.cost, [rate]: own.rate };
  } finally {
    await server.stop();
  }
}

async function readAll(server, isBare) {
  const counts = Array.from({ length: most }, (_, index) => index + 1);
  const samples = counts.map(() => []);
  const readers = await startReaders(server.url, isBare);
  try {
    for (let round = 0; round < rounds; round++) {
      for (const count of counts) {
        samples[count - 1].push(await readBeside(readers.slice(0, count), server));
      }
    }
  } finally {
    for (const reader of readers) reader.kill();
  }
  const table = (key) =>
    Object.fromEntries(
      counts.map((count) => [
        `${count} processes`,
        summary(samples[count - 1].map((it) => it[key])),
      ]),
    );
  return { cost: table("cost"), rate: table("rate") };
}

/**
 * By processor time: as many cores as processes would be needed to see it in reads per second. Linear is, that a read
 * of four takes no more of it than a read of one. Where there are fewer cores they take turns, and so do those of the
 * bare driver.
 */
export function ratios({ [cost]: own, [bareCost]: bare }) {
  if (!own) return [];
  const share = (taken) => times(taken["1 processes"], taken["4 processes"]);
  return [
    {
      name: "Session reads of four processes on PostgreSQL, share of linear by processor time",
      value: share(own),
      atLeast: 0.9,
      today: 0.5,
      why: "with fewer cores than processes they take each other's place in the caches; the bare driver falls behind nearly as much. Reads per second do not grow beyond one or two processes on two cores, half of which the database has.",
    },
    { name: "  that of the bare driver", value: share(bare) },
  ];
}
