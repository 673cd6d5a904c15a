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

/** Ten sessions for each user. */
async function fill(client, from, to) {
  const usersOf = (sessions) => Math.ceil(sessions / 10);
  await client.query(
    `insert into "User" (id, name, email) select 'u' || n, 'Person ' || n, 'p' || n || '@example.org'
      from generate_series(${usersOf(from) + 1}, ${usersOf(to)}) n`,
  );
  await client.query(
    `insert into "Session" ("sessionToken", "userId", expires)
      select md5(n::text), 'u' || (1 + n % ${usersOf(to)}), now() + interval '29 days'
      from generate_series(${from + 1}, ${to}) n`,
  );
  await client.query('vacuum analyze "User"');
  await client.query('vacuum analyze "Session"');
}

/** Microseconds of processor time for one read, of so many at once: the rounds of it. */
async function costs(read, { server, atOnce, reads, rounds }) {
  const samples = [];
  for (let round = 0; round < rounds; round++) {
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
  const reading = (sessions) => async () => {
    const cookie = `${cookieName}=${token(1 + randomInt(sessions))}`;
    if (!(await getSession(expressRequest(cookie), own))?.user) throw new Error("Nobody is there.");
  };
  const tables = { [bySessions]: {}, [byReaders]: {} };
  for (const [index, sessions] of sessionCounts.entries()) {
    await fill(client, sessionCounts[index - 1] ?? 0, sessions);
    const read = reading(sessions);
    for (let warm = 0; warm < (index === 0 ? 5000 : 1000); warm++) await read();
    const how = { server, atOnce: 1, reads: 500, rounds: 9 };
    tables[bySessions][`${sessions.toLocaleString("en")} sessions`] = await costs(read, how);
  }
  const read = reading(10_000);
  for (const readers of readerCounts) {
    const how = { server, atOnce: readers, reads: Math.max(1000, readers), rounds: 5 };
    await costs(read, { ...how, rounds: 1 });
    tables[byReaders][`${readers.toLocaleString("en")} at once`] = await costs(read, how);
  }
  return tables;
}

export function ratios({ [bySessions]: sessions, [byReaders]: readers }) {
  if (!sessions) return [];
  return [
    stated("Growth of a session read with the sessions in PostgreSQL", sessions),
    stated("Growth of a session read with the readers at once", readers),
  ];
}
