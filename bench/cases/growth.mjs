// How the cost of a session read grows with the sessions in PostgreSQL, and with how many read at once.
//   npm run bench -- --only growth --growth     up to 10,000,000 sessions
import { createHash, randomInt } from "node:crypto";
import { stated } from "../growth.mjs";
import { summary } from "../measure.mjs";
import { isTold, processorTime, startPostgres } from "../servers/databases.mjs";
import { config, cookieName, expressRequest, ours } from "../world.mjs";
import { sql } from "./database.mjs";

export const title = "Growth of a session read with PostgreSQL";

const bySessions = "by sessions stored";
const extensions = "extensions by sessions stored";
const byReaders = "by readers at once";
const largest = process.env["BENCH_GROWTH"] ? 10_000_000 : 1_000_000;
const sessionCounts = tens(10, largest);
const readerCounts = tens(1, 10_000);

function tens(first, last) {
  const counts = [];
  for (let count = first; count <= last; count *= 10) counts.push(count);
  return counts;
}

const token = (number) => createHash("md5").update(String(number)).digest("hex");

/** Ten sessions for each user. None is due to be extended, so that no read is a write. */
async function fill(client, from, to) {
  const usersOf = (sessions) => Math.ceil(sessions / 10);
  await client.query(
    `insert into "User" (id, name, email) select 'u' || n, 'Person ' || n, 'p' || n || '@example.org'
      from generate_series(${usersOf(from) + 1}, ${usersOf(to)}) n`,
  );
  await client.query(
    `insert into "Session" ("sessionToken", "userId", expires)
      select md5(n::text), 'u' || (1 + n % ${usersOf(to)}), now() + interval '29 days 20 hours'
      from generate_series(${from + 1}, ${to}) n`,
  );
  await client.query('vacuum analyze "User"');
  await client.query('vacuum analyze "Session"');
}

/** Microseconds of processor time for one read, of so many at once: the rounds of it. */
async function costs(read, { server, atOnce, reads, rounds, prepare = async () => {} }) {
  const samples = [];
  for (let round = 0; round < rounds; round++) {
    await prepare();
    globalThis.gc?.();
    const before = processorTime(server.pid());
    const cpu = process.cpuUsage();
    for (let done = 0; done < reads; done += atOnce) {
      if (atOnce === 1) await read();
      else await Promise.all(Array.from({ length: atOnce }, read));
    }
    const { user, system } = process.cpuUsage(cpu);
    const total = user + system + processorTime(server.pid()) - before;
    samples.push(total / (Math.ceil(reads / atOnce) * atOnce));
  }
  return summary(samples);
}

export async function run() {
  const server = isTold ? await startPostgres() : undefined;
  if (!server) {
    console.warn("Left out: PostgreSQL is not installed here.");
    return {};
  }
  const { default: pg } = await import("pg");
  const client = new pg.Client({ connectionString: server.url });
  try {
    await client.connect();
    // Ten thousand wait for the connections of one pool.
    const adapter = await sql(server.url, { timeout: 120_000 });
    return await measureGrowth(server, client, adapter);
  } finally {
    await client.end();
    await server.stop();
  }
}

async function measureGrowth(server, client, adapter) {
  const { getSession } = await ours("frameworks/express/index");
  const own = config(1, { adapter, timeout: 120_000 });
  const readOne = async (number) => {
    const request = expressRequest(`${cookieName}=${token(number)}`);
    if (!(await getSession(request, own))?.user) throw new Error("Nobody is there.");
  };
  const reading = (sessions) => () => readOne(1 + randomInt(sessions));
  const tables = { [bySessions]: {}, [extensions]: {}, [byReaders]: {} };
  for (const [index, sessions] of sessionCounts.entries()) {
    await fill(client, sessionCounts[index - 1] ?? 0, sessions);
    const read = reading(sessions);
    for (let warm = 0; warm < (index === 0 ? 5000 : 1000); warm++) await read();
    const how = { server, atOnce: 1, reads: 500, rounds: 9 };
    const name = `${sessions.toLocaleString("en")} sessions`;
    tables[bySessions][name] = await costs(read, how);
    const due = dueSessions(client, sessions);
    const { next, reads, prepare } = due;
    tables[extensions][name] = await costs(() => readOne(next()), { ...how, reads, prepare });
    await due.end();
  }
  const read = reading(10_000);
  for (const readers of readerCounts) {
    const how = { server, atOnce: readers, reads: Math.max(1000, readers), rounds: 5 };
    await costs(read, { ...how, rounds: 1 });
    tables[byReaders][`${readers.toLocaleString("en")} at once`] = await costs(read, how);
  }
  return tables;
}

const manyDue = 200;

/** Sessions that are due to be extended, again in each round: each is read once. */
function dueSessions(client, sessions) {
  const reads = Math.min(sessions, manyDue);
  const apart = Math.floor(sessions / reads);
  const numbers = Array.from({ length: reads }, (_, index) => 1 + index * apart);
  const expire = (days) =>
    client.query(
      `update "Session" set expires = now() + $1::interval where "sessionToken" = any($2)`,
      [days, numbers.map(token)],
    );
  const queue = [];
  return {
    reads,
    next: () => queue.pop(),
    async prepare() {
      await expire("20 days");
      queue.push(...numbers);
    },
    end: () => expire("29 days 20 hours"),
  };
}

const fewest = "10 sessions";
const most = "1,000,000 sessions";

export function ratios({ [bySessions]: sessions, [extensions]: extended, [byReaders]: readers }) {
  if (!sessions) return [];
  return [
    {
      name: "A session read among 1,000,000 sessions, of one among 10",
      value: sessions[most].median / sessions[fewest].median,
      atMost: 1.3,
    },
    stated("Growth of an extension of a session with the sessions in PostgreSQL", extended),
    stated("Growth of a session read with the sessions in PostgreSQL", sessions),
    stated("Growth of a session read with the readers at once", readers),
  ];
}
