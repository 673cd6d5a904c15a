// The demo on PostgreSQL under steady load: sign-ins of every kind that needs no browser, session reads, pages,
// wrong passwords. Every answer is looked at; memory, connections and rows must stay what they are.
//   node scripts/long/soak.mjs                 ten minutes
//   node scripts/long/soak.mjs --seconds 120   another length; the figures are printed, and kept from ten minutes on
//   node scripts/long/soak.mjs --short         the form that npm run test:all runs
import { writeFileSync } from "node:fs";
import { setTimeout as pause } from "node:timers/promises";
import { startPostgres } from "../../e2e/kill/postgres.mjs";
import { startDemo } from "../../e2e/soak/demo.mjs";
import { byEmail, byIdentity, byWrongPassword, signInToStay } from "../../e2e/soak/people.mjs";
import { openObserver } from "../../e2e/soak/store.mjs";
import { send, streams } from "../../e2e/soak/traffic.mjs";
import { judge } from "../../e2e/soak/verdict.mjs";
import { build } from "../build.mjs";
import { forgetFigures, keepFigures } from "./figures.mjs";
import { forget, soakResults } from "../check/results.mjs";

const whole = 600;
const short = process.argv.includes("--short");
const given = process.argv.indexOf("--seconds");
const seconds = short ? 15 : given === -1 ? whole : Number(process.argv[given + 1]);
const residents = 10;
/** Users with an account at the demo's identity provider but not at the demo. */
const newcomers = ["dee", "eli"];
/**
 * Milliseconds between wrong passwords: all come from one IP address, which is limited to fifty in
 * ten minutes.
 */
const wrongPace = 15_000;
/**
 * Wrong passwords are logged, as they should be, and so is the notice that the demo offers
 * passkeys.
 */
const isUsual = /^\[latchkey\] (error CredentialsSignin|warn experimental-webauthn):/;

async function run(databaseUrl) {
  const demo = await startDemo(databaseUrl);
  const observer = await openObserver(databaseUrl);
  try {
    const load = await loadFor(demo, observer);
    load.rows = await observer.rows();
    load.code = await demo.stop();
    load.connectionsLeft = await observer.connections();
    load.unexpected = demo.complaints.filter((line) => !isUsual.test(line));
    for (const line of [...load.surprises, ...load.unexpected].slice(0, 20)) console.error(line);
    const figures = judge(load, { seconds, whole });
    print(figures, load);
    if (seconds >= whole) keepFigures("soak", figures);
    report(figures);
  } finally {
    await demo.stop();
    await observer.close();
  }
}

/** Runs everything at once for the whole duration. */
async function loadFor(demo, observer) {
  const { origin } = demo;
  const staying = [];
  for (let index = 0; index < residents; index += 1) {
    staying.push(await signInToStay(origin, index));
  }
  const started = performance.now();
  let isSent = false;
  const isOver = () => isSent && performance.now() - started >= seconds * 1000;
  const watching = watch({ demo, observer, isOver });
  const mails = repeat(isOver, 1_000, (turn) => byEmail(origin, `visitor-${turn}@example.org`));
  const identity = repeat(isOver, 500, (turn) => byIdentity(origin, newcomers[turn % 2]));
  const wrongly = repeat(isOver, wrongPace, (turn) => byWrongPassword(origin, turn));
  const sent = await Promise.all(
    streams(origin, staying).map((stream) => send(origin, stream, seconds)),
  );
  isSent = true;
  const [samples, byMail, byProvider, wrong] = await Promise.all([
    watching,
    mails,
    identity,
    wrongly,
  ]);
  const lasted = performance.now() - started;
  return {
    sent,
    byMail,
    byProvider,
    lasted: lasted / 1000,
    samples: samples.filter(({ at }) => at - started >= lasted * 0.3),
    surprises: [...sent, byMail, byProvider, wrong].flatMap((stream) => stream.surprises),
    // Three users sign up at the start; those who didn't stay have signed out.
    expected: { users: 3 + byMail.times + newcomers.length, sessions: residents, tokens: 0 },
  };
}

/** Repeats the work sequentially, no faster than the given pace. */
async function repeat(isOver, pace, act) {
  const done = { times: 0, surprises: [] };
  while (!isOver()) {
    const next = pause(pace);
    await act(done.times).catch((error) => done.surprises.push(error.message));
    done.times += 1;
    await next;
  }
  return done;
}

async function watch({ demo, observer, isOver }) {
  const samples = [];
  while (!isOver() && demo.isRunning()) {
    const next = pause(seconds >= 120 ? 5_000 : 1_000);
    samples.push({ ...(await demo.measure()), connections: await observer.connections() });
    await next;
  }
  return samples;
}

function print(figures, { sent, byMail, byProvider, samples }) {
  const range = (name) => {
    const values = samples.map((sample) => sample[name] / 1e6);
    return `${Math.min(...values).toFixed(1)} to ${Math.max(...values).toFixed(1)} MB`;
  };
  for (const { name, result } of sent) {
    const { p50, p99, max } = result.latency;
    console.log(
      `${name}: ${result.requests.total} requests, ${p50} ms, 99 % ${p99} ms, all ${max} ms`,
    );
  }
  console.log(`${byMail.times} sign-ins by mail, ${byProvider.times} at the identity provider`);
  console.log(`heap ${range("heapUsed")}, process ${range("rss")}`);
  console.table(figures);
}

/** Each figure is a test of the results file. */
function report(figures) {
  const assertionResults = figures.map(({ what, held }) => ({
    fullName: `soak: ${what}`,
    status: held === undefined ? "skipped" : held ? "passed" : "failed",
  }));
  const failed = assertionResults.filter(({ status }) => status === "failed");
  const status = failed.length === 0 ? "passed" : "failed";
  if (short) {
    forget(soakResults);
    const testResults = [{ name: "scripts/long/soak.mjs", status, assertionResults }];
    writeFileSync(soakResults, JSON.stringify({ testResults }));
  }
  for (const { fullName } of failed) console.error(`FAILED ${fullName}`);
  process.exitCode = failed.length === 0 ? 0 : 1;
}

if (!(seconds >= 5)) throw new Error("--seconds takes a number, 5 or more.");
if (!build()) process.exit(1);
if (seconds >= whole) forgetFigures("soak");
const postgres = await startPostgres();
if (postgres === undefined) {
  console.warn("Skipped. PostgreSQL is not installed, or there is no account to run it as.");
  report([{ what: "the demo holds under load", held: undefined }]);
  // The long form also reports the figures.
  if (!short) process.exitCode = 1;
} else {
  try {
    await run(postgres.url);
  } finally {
    await postgres.stop();
  }
}
