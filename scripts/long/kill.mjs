// Four processes on one PostgreSQL under steady sign-ins. Processes are killed and PostgreSQL is restarted meanwhile;
// afterwards nothing that anybody was told may be missing, and nothing may be there twice or by halves.
//   npm run kill-test              about two minutes
//   npm run kill-test -- --short   the form that npm run test:all runs
import { randomBytes } from "node:crypto";
import { writeFileSync } from "node:fs";
import { setTimeout as pause } from "node:timers/promises";
import { Load } from "../../e2e/kill/load.mjs";
import { startPostgres } from "../../e2e/kill/postgres.mjs";
import { Processes } from "../../e2e/kill/processes.mjs";
import { countRows } from "../../e2e/kill/verdict.mjs";
import { build } from "../build.mjs";
import { atLeast, forgetFigures, keepFigures, none } from "./figures.mjs";
import { forget, killResults } from "../check/results.mjs";

const short = process.argv.includes("--short");
/** The faults, in order. SIGQUIT ends PostgreSQL like a crash, SIGINT like an update. */
const disturbances = Array(short ? 1 : 10)
  .fill(["kill", "kill", "SIGQUIT", "kill", "kill", "SIGINT"])
  .flat();
const [size, workers] = [4, 6];

if (!build()) process.exit(1);
if (!short) forgetFigures("kill");

/** Each line is a test of the results file: the requirement, and whether it held. */
function report(checks) {
  forget(killResults);
  const assertionResults = checks.map(([title, held]) => ({
    fullName: `[SVC-3] kill test: ${title}`,
    status: held === undefined ? "skipped" : held ? "passed" : "failed",
  }));
  const failed = assertionResults.filter(({ status }) => status === "failed");
  const status = failed.length === 0 ? "passed" : "failed";
  writeFileSync(
    killResults,
    JSON.stringify({ testResults: [{ name: "scripts/long/kill.mjs", status, assertionResults }] }),
  );
  for (const { fullName } of failed) console.error(`FAILED ${fullName}`);
  process.exitCode = failed.length === 0 ? 0 : 1;
}

const postgres = await startPostgres();
if (postgres === undefined) {
  console.warn("Skipped. PostgreSQL is not installed, or there is no account to run it as.");
  report([["nothing that anybody was told is lost", undefined]]);
} else {
  const secret = randomBytes(33).toString("base64url");
  const processes = new Processes({ DATABASE_URL: postgres.url, AUTH_SECRET: secret });
  try {
    await run(processes);
  } finally {
    await processes.stop();
    await postgres.stop();
  }
}

async function run(processes) {
  await Promise.all(Array.from({ length: size }, () => processes.start()));
  const load = new Load(processes);
  const started = Date.now();
  let over = false;
  const disturbed = disturb(processes).finally(() => {
    over = true;
  });
  await Promise.all([disturbed, load.run(workers, () => over)]);
  const seconds = Math.round((Date.now() - started) / 1000);
  const restarts = disturbances.filter((what) => what !== "kill").length;

  await processes.complete();
  // Everything runs again: all users can sign in, and those who were signed in still are.
  const after = [
    await load.byHub("hub-after@example.org"),
    await load.byEmail("mail-after@example.org"),
  ];
  for (const { visitor } of load.acknowledged) {
    const response = await visitor.send(`${processes.any()}/auth/session`);
    if (response.status !== 200 || (await response.json()) === null) load.signedOut += 1;
  }

  const counts = await countRows(postgres.url, load.acknowledged);
  const uses = [...load.uses.values()];
  const reused = uses.filter((many) => many > 1).length;
  console.table({
    "seconds of load": seconds,
    "processes killed": processes.killed,
    "processes that ended by themselves": processes.crashed,
    "restarts of PostgreSQL": restarts,
    "requests or attempts that failed": load.failures,
    "sign-ins acknowledged": load.acknowledged.length,
    "of those not in the store": counts.lostSignIns,
    "of those said to be signed out": load.signedOut,
    "e-mail links": uses.length,
    "of those used once": uses.filter((many) => many === 1).length,
    "of those used twice or more": reused,
    users: counts.users,
    "addresses with two users": counts.duplicateUsers,
    "users without an account": counts.orphanUsers,
    accounts: counts.accounts,
    "accounts that are there twice": counts.duplicateAccounts,
    "accounts without a user": counts.orphanAccounts,
    sessions: counts.sessions,
  });
  if (!short) {
    keepFigures("kill", [
      atLeast("processes killed", processes.killed, disturbances.length - restarts),
      atLeast("restarts of PostgreSQL", restarts, 20),
      atLeast("sign-ins that somebody was told of", load.acknowledged.length, 30),
      none("of those not in the store", counts.lostSignIns),
      none("of those said to be signed out", load.signedOut),
      none("e-mail links used twice or more", reused),
      none("addresses with two users", counts.duplicateUsers),
      none("accounts that are there twice", counts.duplicateAccounts),
      none("users without an account", counts.orphanUsers),
      none("accounts without a user", counts.orphanAccounts),
      none("processes that ended by themselves", processes.crashed),
    ]);
  }
  report([
    ["no process ended by itself", processes.crashed === 0],
    ["there was load enough", load.acknowledged.length >= 30 && uses.length >= 5],
    [
      "no address has two users, no account is there twice",
      counts.duplicateUsers + counts.duplicateAccounts === 0,
    ],
    ["no user without an account", counts.orphanUsers === 0],
    ["no account without a user", counts.orphanAccounts === 0],
    ["every acknowledged sign-in is in the store", counts.lostSignIns === 0],
    ["nobody was signed out", load.signedOut === 0],
    ["every e-mail link was used once at most", reused === 0],
    ["afterwards everybody can sign in", after[0] === 3 && after[1] === 1],
  ]);
}

async function disturb(processes) {
  await pause(2_000);
  for (const what of disturbances) {
    if (what === "kill") await processes.replaceOne();
    else await postgres.restart(what);
    await pause(1_000 + Math.random() * 1_000);
  }
}
