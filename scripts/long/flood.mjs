// Wrong passwords from ever more addresses at once, each name and each address but once, so that no limit holds them
// back: what the queue of hashes keeps for those who are signed in, and for one who wants to sign in.
//   node scripts/long/flood.mjs                two minutes
//   node scripts/long/flood.mjs --seconds 4    shorter rounds; the figures aren't kept
import { fork } from "node:child_process";
import { once } from "node:events";
import { setTimeout as pause } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { quantile } from "../../e2e/soak/measures.mjs";
import { build } from "../build.mjs";
import { forgetFigures, keepFigures } from "./figures.mjs";

const check = "flood";
const whole = 20;
const given = process.argv.indexOf("--seconds");
const seconds = given === -1 ? whole : Number(process.argv[given + 1]);
/** How many attempts wait for their answer at any time. */
const crowds = [0, 20, 80, 160, 320];
const [email, password] = ["ada@example.org", "violins under the old bridge"];

if (!build(["src"], { check: false })) process.exit(1);
forgetFigures(check);
const server = fork(fileURLToPath(new URL("../../e2e/flood/server.mjs", import.meta.url)), [
  email,
  password,
]);
process.once("exit", () => server.kill("SIGKILL"));
const [{ port }] = await once(server, "message");
const origin = `http://127.0.0.1:${port}`;

const cookiesOf = (response) =>
  response.headers.getSetCookie().map((line) => line.split(";", 1)[0]);
let addresses = 0;
const newAddress = () => {
  addresses += 1;
  return `10.${(addresses >> 16) & 255}.${(addresses >> 8) & 255}.${addresses & 255}`;
};

const csrf = await fetch(`${origin}/auth/csrf`);
const { csrfToken } = await csrf.json();
const csrfCookies = cookiesOf(csrf);

/** One attempt from an address that was never seen. `cookies` are what the browser has besides. */
async function attempt(name, typed, cookies = []) {
  const began = performance.now();
  const response = await fetch(`${origin}/auth/callback/password`, {
    method: "POST",
    redirect: "manual",
    headers: { origin, "x-real-ip": newAddress(), cookie: [...csrfCookies, ...cookies].join("; ") },
    body: new URLSearchParams({ csrfToken, email: name, password: typed }),
  });
  await response.arrayBuffer();
  const set = cookiesOf(response);
  const cookie = set.find((one) => /session-token=./.test(one));
  const device = set.find((one) => one.startsWith("latchkey.device="));
  return { status: response.status, cookie, device, took: performance.now() - began };
}

const { cookie: session, device } = await attempt(email, password);
if (session === undefined || device === undefined) throw new Error("Nobody was signed in.");

async function readSession() {
  const began = performance.now();
  const response = await fetch(`${origin}/me`, { headers: { cookie: session } });
  if ((await response.json())?.email !== email) throw new Error("A session was not found.");
  return performance.now() - began;
}

async function memory() {
  const answered = once(server, "message");
  server.send("measure");
  const [told] = await answered;
  return told.memory;
}

/** Repeats something until the round is over. */
async function until(end, act) {
  const results = [];
  while (performance.now() < end) results.push(await act(results.length));
  return results;
}

const share = (count, of) => (of === 0 ? "none" : `${Math.round((100 * count) / of)} %`);

async function roundOf(crowd) {
  const began = performance.now();
  const end = began + seconds * 1000;
  const attacks = Array.from({ length: crowd }, (_, one) =>
    until(end, async (turn) => {
      const answer = await attempt(`${crowd}-${one}-${turn}@example.org`, "not the password");
      // Whoever is refused at once comes back, but not a thousand times a second.
      if (answer.status === 503) await pause(500);
      return answer;
    }),
  );
  const reads = until(end, async () => {
    await pause(20);
    return readSession();
  });
  const signIns = (cookies) =>
    until(end, async () => {
      await pause(250);
      return attempt(email, password, cookies);
    });
  const [strange, known] = [signIns([]), signIns([device])];
  const sizes = until(end, async () => {
    await pause(200);
    return memory();
  });
  const wrong = (await Promise.all(attacks)).flat();
  const lasted = (performance.now() - began) / 1000;
  const done = { reads: await reads, sizes: await sizes };
  return { crowd, wrong, lasted, ...done, strange: await strange, known: await known };
}

const isInside = ({ cookie }) => cookie !== undefined;

/** How many got in, and how long it took them. */
function told(signIns) {
  const inside = signIns.filter(isInside).map(({ took }) => took);
  const median =
    inside.length > 0 ? `, the median in ${(quantile(inside, 0.5) / 1000).toFixed(1)} s` : "";
  return `${share(inside.length, signIns.length)} get in${median}`;
}

/** What one crowd did to the others. */
function figuresOf({ crowd, wrong, lasted, reads, sizes, strange, known }, quiet) {
  const tried = wrong.filter(({ status }) => status !== 503).length;
  const slow = quantile(reads, 0.99);
  const name = `${crowd} at once`;
  return [
    {
      what: `${name}: passwords tried a second; refused with 503`,
      value: `${(tried / lasted).toFixed(1)}; ${share(wrong.length - tried, wrong.length)}`,
      aim: "",
      held: true,
    },
    {
      what: `${name}: session reads, 99 % within`,
      value: `${slow.toFixed(0)} ms`,
      aim: "below 250 ms",
      held: slow < 250,
    },
    {
      what: `${name}: right passwords in a browser that has signed in before`,
      value: told(known),
      aim: "100 %",
      held: known.every(isInside),
    },
    {
      what: `${name}: right passwords in other browsers`,
      value: told(strange),
      aim: crowd <= 80 ? "100 %" : "",
      held: crowd > 80 || strange.every(isInside),
    },
    {
      what: `${name}: memory beyond that without hashes, at most`,
      value: `${Math.round((Math.max(...sizes) - quiet) / 1e6)} MB`,
      aim: "below 600 MB",
      held: Math.max(...sizes) - quiet < 600e6,
    },
  ];
}

const quiet = await memory();
const figures = [];
for (const crowd of crowds) figures.push(...figuresOf(await roundOf(crowd), quiet));
for (const { what, value, aim, held } of figures) {
  console.log(`${held ? "ok " : "NO "} ${what}: ${value}${aim && ` (${aim})`}`);
}
if (seconds >= whole) keepFigures(check, figures);
server.disconnect();
process.exitCode = figures.every(({ held }) => held) ? 0 : 1;
