// Four processes of an application on PostgreSQL and Redis under mixed traffic, at four fifths of the highest rate that
// this machine holds: the library and others, one after the other in short turns, by the same driver. 95 of 100 requests
// read sessions; the others are a sign-in at an OpenID provider, an access token that is refreshed, and a revocation.
// Every answer is looked at.
//   node scripts/long/load.mjs                ten minutes, shared by all, after a ramp of some minutes
//   node scripts/long/load.mjs --seconds 80   another length; the figures are printed, and kept from ten minutes on
import { fileURLToPath } from "node:url";
import pg from "pg";
import { startRedis } from "../../bench/servers/databases.mjs";
import { startPostgres } from "../../e2e/kill/postgres.mjs";
import { Crowd, WrongAnswer } from "../../e2e/load/crowd.mjs";
import { atRate } from "../../e2e/load/rate.mjs";
import { startApp } from "../../e2e/soak/demo.mjs";
import { growth, quantile } from "../../e2e/soak/measures.mjs";
import { ensureInstalled } from "../bootstrap.mjs";
import { build } from "../build.mjs";
import { below, forgetFigures, keepFigures, none } from "./figures.mjs";

const check = "load";
const whole = 600;
const given = process.argv.indexOf("--seconds");
const seconds = given === -1 ? whole : Number(process.argv[given + 1]);
const processes = 4;
/** A prime, so that each of them comes to each process. */
const residents = 199;
const guests = 20;
/** Requests a second on the ramp; each step takes some seconds. */
const ramp = { from: 100, factor: 1.25, most: 10_000, seconds: seconds >= whole ? 4 : 1.5 };
/** A rate isn't held if session reads are slower than this, in milliseconds from when they were due. */
const limit = 250;

// Each process of an application is ended with this one.
process.setMaxListeners(50);

const app = fileURLToPath(new URL("../../e2e/load/app.mjs", import.meta.url));

if (!(seconds >= 8)) throw new Error("--seconds takes a number, 8 or more.");
const bench = fileURLToPath(new URL("../../bench/", import.meta.url));
if (!ensureInstalled(bench, { label: "what is compared" }) || !build(["src"], { check: false })) {
  process.exit(1);
}
if (seconds >= whole) forgetFigures(check);

const stops = [];
try {
  await run();
} finally {
  for (const stop of stops.reverse()) await stop();
}

async function run() {
  const [postgres, redis] = [await startPostgres(), await startRedis()];
  for (const server of [postgres, redis]) if (server) stops.push(server.stop);
  if (postgres === undefined || redis === undefined) {
    console.error("PostgreSQL or Redis is not installed, or there is no account to run it as.");
    process.exitCode = 1;
    return;
  }
  // Loaded only now: it uses what was just built and installed.
  const { startProvider } = await import("../../bench/cases/oauth.mjs");
  const { sides } = await import("../../e2e/load/sides.mjs");
  // So short that each access token has expired when it's asked for again.
  const provider = await startProvider("1");
  stops.push(provider.stop);
  const services = { redis: redis.url, issuer: provider.issuer };
  const opened = [];
  for (const name of Object.keys(sides)) {
    opened.push(await open({ name, ...sides[name] }, postgres.url, services));
  }
  await climb(opened);
  await hold(opened);
  for (const side of opened) await finish(side);
  report(opened.flatMap(figuresOf));
}

/** The processes of one side, and its users. */
async function open(side, server, services) {
  const database = await createDatabase(server, `load_${stops.length}`);
  await side.tables(database);
  const env = {
    LOAD_SIDE: side.name,
    LOAD_SERVICES: JSON.stringify({ ...services, database }),
    NODE_ENV: "production",
  };
  const apps = await Promise.all(Array.from({ length: processes }, () => startApp(app, env)));
  for (const one of apps) stops.push(one.stop);
  const crowd = new Crowd(
    side,
    apps.map(({ origin }) => origin),
  );
  try {
    await crowd.enter(residents, guests);
  } catch (error) {
    throw new Error([error.message, ...apps.flatMap(({ complaints }) => complaints)].join("\n"));
  }
  return { ...side, apps, crowd, rate: 0, missed: 0, loaded: 0, seen: nothing(), samples: [] };
}

async function createDatabase(server, name) {
  const client = new pg.Client({ connectionString: server });
  await client.connect();
  await client.query(`create database ${name}`);
  await client.end();
  return Object.assign(new URL(server), { pathname: name }).href;
}

function nothing() {
  return {
    ...{ reads: [], signIns: [], refreshes: [], revocations: [] },
    ...{ failed: [], wrong: [], left: 0 },
  };
}

/** Of a hundred requests three sign somebody in, one refreshes and one revokes; three reads look at what came of it. */
async function drive({ crowd, cannot = {} }, rate, duration, seen) {
  const timed = async (times, act, since = performance.now()) => {
    try {
      await act();
      times.push(performance.now() - since);
    } catch (error) {
      const place = error instanceof WrongAnswer ? seen.wrong : seen.failed;
      place.push(error.message);
    }
  };
  const reads = atRate({ rate: 0.92 * rate, seconds: duration }, (due) =>
    timed(seen.reads, () => crowd.read(), due),
  );
  const others = atRate({ rate: rate / 100, seconds: duration }, async () => {
    await timed(seen.signIns, () => crowd.signIn());
    if (!cannot.refresh) await timed(seen.refreshes, () => crowd.refresh());
    await timed(seen.revocations, () => crowd.revoke());
  });
  seen.left += (await reads).left + (await others).left;
}

/** Finds the highest rate of each side: all take a step before any takes the next. A side misses two before it stops. */
async function climb(sides) {
  // At first code is still being compiled: these don't count.
  for (const side of sides) for (let times = 0; times < 2; times += 1) await holds(side, ramp.from);
  let climbing = sides;
  for (let rate = ramp.from; climbing.length > 0 && rate < ramp.most; rate *= ramp.factor) {
    for (const side of climbing) {
      if (await holds(side, rate)) Object.assign(side, { rate, missed: 0 });
      else side.missed += 1;
    }
    climbing = climbing.filter(({ missed }) => missed < 2);
  }
}

async function holds(side, rate) {
  const seen = nothing();
  await drive(side, rate, ramp.seconds, seen);
  const slow = quantile(seen.reads, 0.99) ?? Infinity;
  const [failed] = seen.failed;
  console.log(
    `${side.name}: ${Math.round(rate)} a second, reads 99 % within ${Math.round(slow)} ms${failed ? `, ${seen.failed.length} failed: ${failed}` : ""}`,
  );
  side.seen.wrong.push(...seen.wrong);
  return seen.failed.length + seen.wrong.length + seen.left === 0 && slow <= limit;
}

/** Sends at four fifths of those rates, in turns. What isn't used any more is measured after each. */
async function hold(sides) {
  const held = sides.filter(({ rate }) => rate > 0);
  const each = seconds / sides.length;
  const turns = Math.max(4, Math.round(each / 10));
  for (let turn = 0; turn < turns; turn += 1) {
    for (const side of held) {
      const began = performance.now();
      await drive(side, 0.8 * side.rate, each / turns, side.seen);
      side.loaded += performance.now() - began;
      side.samples.push({ at: side.loaded, ...(await memoryOf(side)) });
    }
  }
}

async function memoryOf({ apps }) {
  const measured = await Promise.all(apps.map((one) => one.measure()));
  const sum = (name) => measured.reduce((total, one) => total + one[name], 0);
  return { heapUsed: sum("heapUsed"), rss: sum("rss") };
}

/** Whoever should be signed in still is, and nobody else. */
async function finish(side) {
  await side.crowd.checkAll().catch((error) => side.seen.wrong.push(error.message));
  side.complaints = side.apps.flatMap(({ complaints }) => complaints);
  side.ended = side.apps.filter((one) => !one.isRunning()).length;
  const { failed, wrong } = side.seen;
  for (const line of [...wrong, ...failed, ...side.complaints].slice(0, 10)) {
    console.error(`${side.name}: ${line}`);
  }
}

/** What others do is shown beside, and isn't judged. */
function figuresOf(side) {
  const isOurs = side.name.startsWith("latchkey");
  const nothingHeld = [
    none("not even the lowest rate was held", 1),
    none("answers that were wrong", side.seen.wrong.length),
  ];
  const figures = side.rate === 0 ? nothingHeld : resultsOf(side);
  return figures.map(({ what, value, aim, held }) => ({
    ...{ what: `${side.name}: ${what}`, value },
    ...(isOurs ? { aim, held } : { aim: "", held: true }),
  }));
}

function resultsOf(side) {
  const { how, seen, rate, samples, cannot = {} } = side;
  const within = (times) => `${(quantile(times, 0.99) ?? NaN).toFixed(0)} ms`;
  const slow = quantile(seen.reads, 0.99) ?? Infinity;
  const told = (what, value) => ({ what, value, aim: "", held: true });
  return [
    told("what answers", `${processes} processes, ${how}`),
    told(
      "requests a second, the most that was held; what is sent from here on",
      `${Math.round(rate)}; ${Math.round(0.8 * rate)}`,
    ),
    none("requests that failed or weren't sent in time", seen.failed.length + seen.left),
    none("answers that were wrong", seen.wrong.length),
    none("lines in the log, processes that ended", side.complaints.length + side.ended),
    below("session reads, 99 % within", {
      value: slow,
      aim: limit,
      text: (value) => `${value.toFixed(0)} ms`,
    }),
    told("session reads, half of them within", `${quantile(seen.reads, 0.5)?.toFixed(1)} ms`),
    told("sign-ins with all their requests, 99 % within", within(seen.signIns)),
    told("access tokens refreshed, 99 % within", cannot.refresh ?? within(seen.refreshes)),
    told("revocations, 99 % within", within(seen.revocations)),
    heapOf(samples),
    told(
      "memory of all processes, at most",
      `${Math.round(Math.max(...samples.map(({ rss }) => rss)) / 1e6)} MB`,
    ),
  ];
}

/** Caches of tokens and sessions have limits in each process; a busy minute fills a part of them. */
function heapOf(samples) {
  const most = 15 * processes;
  const [first, last] = [samples[0].heapUsed / 1e6, samples.at(-1).heapUsed / 1e6];
  const steady = growth(samples.slice(Math.floor(samples.length * 0.3)), "heapUsed");
  return {
    what: "heap of all processes after a collection, first and last",
    value: `${first.toFixed(0)} MB, ${last.toFixed(0)} MB (${steady.toFixed(1)} MB a minute)`,
    aim: `at most ${most} MB more`,
    held: last - first <= most,
  };
}

function report(figures) {
  for (const { what, value, aim, held } of figures) {
    console.log(`${held ? "ok " : "NO "} ${what}: ${value}${aim && ` (${aim})`}`);
  }
  if (seconds >= whole) keepFigures(check, figures);
  process.exitCode = figures.every(({ held }) => held) ? 0 : 1;
}
