// A PostgreSQL with very many users and sessions: listing and ending sessions, and sweeping away what has expired
// while sessions are read. Prints the figures of docs/adapters.md.
//   node scripts/long/many-sessions.mjs                    1,000,000 users, 2,000,000 sessions: several minutes
//   node scripts/long/many-sessions.mjs --users 20000      fewer; the figures aren't kept
import { randomBytes } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import pg from "pg";
import { startPostgres } from "../../e2e/kill/postgres.mjs";
import { quantile } from "../../e2e/soak/measures.mjs";
import { build } from "../build.mjs";
import { forgetFigures, keepFigures } from "./figures.mjs";

const whole = 1_000_000;
const given = process.argv.indexOf("--users");
const users = given === -1 ? whole : Number(process.argv[given + 1]);
const sessions = 2 * users;
/** Expired rows in each table. */
const expired = users / 2;
/** Users who sign in, and how often each does. */
const [people, devices] = [50, 4];
const check = "many-sessions";

if (!build(["src"], { check: false })) process.exit(1);
forgetFigures(check);
const postgres = await startPostgres();
if (postgres === undefined) {
  console.warn("Skipped. PostgreSQL is not installed, or there is no account to run it as.");
  process.exit(0);
}

const { Auth } = await import("latchkey");
const { sessionRegistry } = await import("latchkey/plugins/session-registry");
const { manage } = await import("latchkey/manage");
const { connect, migrate, SqlAdapter } = await import("latchkey/adapters/sql");
const { default: Credentials } = await import("latchkey/providers/credentials");

const db = await connect(postgres.url, { timeout: 600_000 });
const client = new pg.Client({ connectionString: postgres.url });
try {
  await client.connect();
  await migrate(db);
  await run();
} finally {
  await client.end();
  await db.destroy();
  await postgres.stop();
}

async function run() {
  const adapter = SqlAdapter(db);
  await fill();
  const config = {
    adapter,
    providers: [
      Credentials({ credentials: { id: {} }, authorize: ({ id }) => adapter.getUser(String(id)) }),
    ],
    secret: randomBytes(33).toString("base64"),
    url: "https://app.test",
    session: { strategy: "database" },
    plugins: [sessionRegistry()],
  };
  const cookies = await signInAll(config);
  await client.query("vacuum analyze");

  const { sessions: managed } = manage(config);
  const lists = [];
  const [list, end, endAll] = [[], [], []];
  for (let person = 1; person <= people / 2; person++) {
    list.push(await timed(async () => lists.push(await managed.list(`u${person}`))));
    end.push(await timed(() => managed.end(lists.at(-1)[0].id)));
    endAll.push(await timed(() => managed.endAll(`u${person}`)));
  }
  if (lists.some(({ length }) => length !== devices)) throw new Error("A list is not whole.");

  // Of those whose session wasn't ended.
  const readers = cookies.slice((people / 2) * devices);
  const plans = await explain();
  const { rows } = await client.query(
    'select count(*)::int as many from "Session" where expires < now()',
  );
  const before = await readFor(config, readers, 10_000);
  let isOver = false;
  const began = performance.now();
  const swept = sweepAll(adapter, config).finally(() => {
    isOver = true;
  });
  const during = await readUntil(config, readers, () => isOver);
  const removed = await swept;
  const seconds = (performance.now() - began) / 1000;
  const wholeTables = plans.filter((plan) => plan.includes("Seq Scan"));
  for (const plan of wholeTables) console.error(plan);
  report({ due: rows[0].many, list, end, endAll, before, during, removed, seconds, wholeTables });
}

/**
 * Rows as the library writes them. Shared state gets rows as long as a session record and its
 * place.
 */
async function fill() {
  const fresh = "now() + interval '20 days' + random() * interval '9 days'";
  const stale = "now() - interval '2 hours' - random() * interval '20 days'";
  await client.query(
    `insert into "User" (id, name, email) select 'u' || n, 'Person ' || n, 'p' || n || '@example.org' from generate_series(1, ${users}) n`,
  );
  const token = "gen_random_uuid() || '.' || substr(md5(n::text), 1, 22) || '.t1k2a3'";
  const insertSessions = (many, expires) =>
    client.query(
      `insert into "Session" ("sessionToken", "userId", expires) select ${token}, 'u' || (1 + n % ${users}), ${expires} from generate_series(1, ${many}) n`,
    );
  await insertSessions(sessions, fresh);
  await insertSessions(expired, stale);
  const milliseconds = (moment) => `(extract(epoch from ${moment}) * 1000)::bigint`;
  const insertState = (kind, { many, expires, length }) =>
    client.query(
      `insert into latchkey_state (name, value, expires) select '${kind}:' || md5('${kind}' || n) || '-', rpad(md5(n::text), ${length}, 'x'), ${milliseconds(expires)} from generate_series(1, ${many}) n`,
    );
  await insertState("session", { many: sessions, expires: fresh, length: 480 });
  await insertState("sessions-of", { many: sessions, expires: fresh, length: 22 });
  await insertState("oauth", { many: expired, expires: stale, length: 36 });
}

async function signInAll(config) {
  const cookies = [];
  for (let person = 1; person <= people; person++) {
    for (let device = 0; device < devices; device++) {
      cookies.push(await signIn(config, `u${person}`));
    }
  }
  return cookies;
}

async function signIn(config, id) {
  const form = await Auth(new Request("https://app.test/auth/csrf"), config);
  const { csrfToken } = await form.json();
  const response = await Auth(
    new Request("https://app.test/auth/callback/credentials", {
      method: "POST",
      headers: { cookie: cookieOf(form), origin: "https://app.test" },
      body: new URLSearchParams({ csrfToken, id }),
    }),
    config,
  );
  const cookie = cookieOf(response);
  if (!cookie.includes("session-token=")) throw new Error("Nobody was signed in.");
  return cookie;
}

function cookieOf(response) {
  const lines = response.headers.getSetCookie();
  return lines.map((line) => line.split(";", 1)[0]).join("; ");
}

async function timed(work) {
  const began = performance.now();
  await work();
  return performance.now() - began;
}

function readFor(config, cookies, length) {
  const end = performance.now() + length;
  return readUntil(config, cookies, () => performance.now() >= end);
}

/** Times of session reads, two at a time, with short pauses. */
async function readUntil(config, cookies, isOver) {
  const times = [];
  const reader = async (offset) => {
    for (let turn = offset; !isOver(); turn += 2) {
      const cookie = cookies[turn % cookies.length];
      const request = new Request("https://app.test/auth/session", { headers: { cookie } });
      times.push(
        await timed(async () => {
          const response = await Auth(request, config);
          if ((await response.json()) === null) throw new Error("A session was lost.");
        }),
      );
      await pause(2);
    }
  };
  await Promise.all([reader(0), reader(1)]);
  return times;
}

/** Sessions are swept on request; shared state sweeps itself after any write. */
async function sweepAll(adapter, config) {
  const { sqlState } = await import("latchkey/state/sql");
  const state = sqlState(db);
  await state.set(`begin:${config.secret.slice(0, 8)}`, "1", { ttl: 60 });
  const { sessions: removed } = await adapter.sweep();
  const left = "select count(*)::int as many from latchkey_state where name like 'oauth:%'";
  for (;;) {
    const { rows } = await client.query(left);
    if (rows[0].many === 0) return { sessions: removed, state: expired };
    await pause(1_000);
  }
}

async function explain() {
  const now = Date.now();
  const statements = [
    `select "sessionToken" from "Session" where "userId" = 'u1'`,
    `delete from "Session" where "userId" = 'u1'`,
    `delete from "Session" where "sessionToken" = 'x'`,
    `select name, value from latchkey_state where name in ('a', 'b', 'c') and expires > ${now}`,
    `delete from latchkey_state where name = any(array(select name from latchkey_state where expires <= ${now} order by expires limit 1000 for update skip locked)) and expires <= ${now}`,
    `delete from "Session" where ("sessionToken") in (select "sessionToken" from "Session" where expires < now() order by expires limit 1000) and expires < now()`,
  ];
  const plans = [];
  for (const statement of statements) {
    const { rows } = await client.query(`explain ${statement}`);
    plans.push([statement, ...rows.map((row) => row["QUERY PLAN"])].join("\n"));
  }
  return plans;
}

function report({ due, list, end, endAll, before, during, removed, seconds, wholeTables }) {
  const ms = (value) => `${value.toFixed(1)} ms`;
  const slower = quantile(during, 0.5) / quantile(before, 0.5);
  const figures = [
    { what: "users, sessions", value: `${users}, ${sessions + expired}`, aim: "", held: true },
    ...[
      ["list the sessions of a user", list],
      ["end one", end],
      ["end all of a user", endAll],
    ].map(([what, times]) => ({
      what,
      value: `${ms(quantile(times, 0.5))} (slowest ${ms(Math.max(...times))})`,
      aim: "at most 50 ms",
      held: quantile(times, 0.5) <= 50,
    })),
    {
      what: "sweep of expired rows: sessions, shared state",
      value: `${removed.sessions} and ${removed.state} in ${seconds.toFixed(0)} s`,
      aim: `${due} and ${expired}`,
      held: removed.sessions === due,
    },
    {
      what: "statements that read a table as a whole",
      value: wholeTables.length,
      aim: "0",
      held: wholeTables.length === 0,
    },
    {
      what: "read of a session, median: before, during the sweep",
      value: `${ms(quantile(before, 0.5))}, ${ms(quantile(during, 0.5))}: ${slower.toFixed(2)} times`,
      aim: "at most 1.5 times",
      held: slower <= 1.5,
    },
    {
      what: "  the slowest of a hundred",
      value: `${ms(quantile(before, 0.99))}, ${ms(quantile(during, 0.99))}`,
      aim: "",
      held: true,
    },
  ];
  for (const { what, value, aim, held } of figures) {
    console.log([held ? "ok " : "NO ", what.padEnd(55), value, aim && `(${aim})`].join(" "));
  }
  if (users >= whole) keepFigures(check, figures);
  process.exitCode = figures.every(({ held }) => held) ? 0 : 1;
}
