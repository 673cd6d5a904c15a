// What those who are signed in notice of others who sign in with a password: hashing takes a core for a while.
import { existsSync, readFileSync } from "node:fs";
import { monitorEventLoopDelay } from "node:perf_hooks";
import { summary, times } from "../measure.mjs";
import {
  config,
  cookieHeaders,
  expressRequest,
  inTurns,
  origin,
  ours,
  Browser,
} from "../world.mjs";

export const title = "Session reads while people sign in with passwords";

const table = "getSession";
const inFlight = 20;
/** Milliseconds of one measurement: some hashes long. */
const slice = 600;

const burst = "100 sign-ins at once";
const together = 100;

export const units = { [table]: "/s", [burst]: "" };

const email = "ada@example.org";
const password = "violins under the old bridge";

/** An application with one person who has a password. */
async function application() {
  const [{ Auth }, { MemoryAdapter }] = await Promise.all([
    ours("doors/index"),
    ours("adapters/memory/index"),
  ]);
  const [{ default: Password, addPasswordHash }, { default: Email }] = await Promise.all([
    ours("providers/password"),
    ours("providers/email"),
  ]);
  const adapter = MemoryAdapter();
  const { id } = await adapter.createUser({ email, name: "Ada", emailVerified: new Date() });
  await addPasswordHash(adapter, { userId: id, hash: "from elsewhere" });
  const mailer = Email({ from: "no-reply@example.org", sendVerificationRequest() {} });
  const own = config(0, {
    adapter,
    // The first sign-in hashes it as all are hashed.
    providers: [Password({ email: mailer, verify: (typed) => typed === password })],
    session: { strategy: "jwt" },
    rateLimit: false,
    // The mailer tells nobody anything, which is worth a line in the log.
    logger: { error() {}, warn() {}, debug() {} },
  });
  return { own, send: (request) => Auth(request, own) };
}

/** Signs somebody in, with both requests that it takes. */
async function signIn(send) {
  const browser = new Browser();
  const asked = browser.take(await send(new Request(`${origin}/auth/csrf`)));
  const { csrfToken } = await asked.json();
  const answer = await send(
    new Request(`${origin}/auth/callback/password`, {
      method: "POST",
      headers: { cookie: browser.header(), origin },
      body: new URLSearchParams({ csrfToken, email, password }),
    }),
  );
  if (!answer.headers.getSetCookie().some((line) => line.includes("session-token="))) {
    throw new Error(`Nobody was signed in: ${answer.status}.`);
  }
}

/** Keeps so many sign-ins going until `stop` is called. */
function keepSigningIn(send, many) {
  let running = true;
  const streams = Array.from({ length: many }, async () => {
    while (running) await signIn(send);
  });
  return async function stop() {
    running = false;
    await Promise.all(streams);
  };
}

/**
 * Milliseconds that the thread which answers requests has had a processor, where the system tells: unlike
 * elapsed time, other programs don't disturb that. Hashes made in that thread would be in it.
 */
function clock() {
  const stat = "/proc/self/schedstat";
  if (process.env["BENCH_CLOCK"] === "elapsed" || !existsSync(stat)) return performance.now();
  return Number(readFileSync(stat, "utf8").split(" ", 1)) / 1e6;
}

/** Reads in a second of that clock. Others get their turn after each, as they do between requests. */
async function rate(read) {
  const [begun, ends] = [clock(), performance.now() + slice];
  let calls = 0;
  while (performance.now() < ends) {
    await read();
    calls++;
    await new Promise(setImmediate);
  }
  return (calls * 1000) / (clock() - begun);
}

/** What so many who come at once make of time, memory and the thread that answers requests. */
async function allAtOnce(send, many) {
  const delays = monitorEventLoopDelay({ resolution: 5 });
  const before = process.memoryUsage.rss();
  let most = before;
  const watch = setInterval(() => (most = Math.max(most, process.memoryUsage.rss())), 20);
  delays.enable();
  const begun = performance.now();
  await Promise.all(Array.from({ length: many }, () => signIn(send)));
  const took = performance.now() - begun;
  clearInterval(watch);
  delays.disable();
  const figures = {
    "until the last is signed in, s": took / 1000,
    "each, s": took / 1000 / many,
    "the event loop is held up, 99 % of the time less than, ms": delays.percentile(99) / 1e6,
    "memory that it takes, MB": (most - before) / 1e6,
  };
  return Object.fromEntries(
    Object.entries(figures).map(([name, value]) => [name, summary([value])]),
  );
}

export async function run(rounds = 7) {
  const { own, send } = await application();
  const { getSession } = await ours("frameworks/express/index");
  const request = inTurns((await cookieHeaders()).map(expressRequest));
  const read = () => getSession(request(), own);
  if (!(await read())?.user) throw new Error("The session was not found.");
  await rate(read);
  await signIn(send);
  const [quiet, busy] = [[], []];
  for (let round = 0; round < rounds; round++) {
    quiet.push(await rate(read));
    const stop = keepSigningIn(send, inFlight);
    busy.push(await rate(read));
    await stop();
  }
  return {
    [table]: { "nobody signs in": summary(quiet), [`${inFlight} sign in`]: summary(busy) },
    // Not for the quick form.
    ...(rounds > 3 && { [burst]: await allAtOnce(send, together) }),
  };
}

export function ratios({ [table]: { "nobody signs in": quiet, [`${inFlight} sign in`]: busy } }) {
  return [
    {
      name: `session reads with ${inFlight} sign-ins in flight, of those with none`,
      value: times(busy, quiet),
      atLeast: 0.7,
    },
  ];
}
