/** One of several processes that change the same records at the same time. */
import { createClient } from "redis";
import { RedisAdapter } from "../../src/adapters/redis/index.js";
import { connect, SqlAdapter } from "../../src/adapters/sql/index.js";
import type { Adapter } from "../../src/adapters/index.js";
import { members, teams } from "../../src/adapters/suite/record-tables.js";
import { Conflict, MissingOwner } from "../../src/types/records.js";
import type { Records } from "../../src/types/records.js";
import { change } from "../../src/core/records/change.js";
import { recordsOf } from "../../src/core/records/of.js";

/** What each process does, with rows that exist when it begins. */
export interface Errand {
  readonly url: string;
  readonly prefix: string;
  /** A member whose version to increment, and how often. */
  readonly counter: string;
  readonly times: number;
  /** Users to enter in a team, each once; whoever comes second is refused. */
  readonly team: string;
  readonly users: readonly string[];
  /** A team with a few seats, and users for them. */
  readonly full: string;
  /** A user who is deleted meanwhile, by one of the processes. */
  readonly leaving: string;
  readonly deletes: boolean;
}

export interface Told {
  entered: number;
  seated: number;
}

async function open({ url, prefix }: Errand): Promise<[Adapter, () => Promise<unknown>]> {
  if (!url.startsWith("redis:")) {
    const db = await connect(url);
    return [SqlAdapter(db), () => db.destroy()];
  }
  const client = createClient({ url });
  await client.connect();
  return [RedisAdapter(client, { prefix }), () => client.close()];
}

async function increment(records: Records, id: string): Promise<void> {
  for (;;) {
    const version = (await records.get(members, id))?.version ?? 0;
    const next = { set: { version: version + 1 }, if: { version } };
    if (await records.update(members, id, next)) return;
  }
}

/** Whether this process entered the user. */
async function enter(records: Records, teamId: string, userId: string): Promise<boolean> {
  try {
    await records.insert(members, { id: crypto.randomUUID(), teamId, userId });
    return true;
  } catch (error) {
    if (error instanceof Conflict) return false;
    throw error;
  }
}

/** Whether the user got a seat: the member and the counter change together. */
async function takeSeat(records: Records, teamId: string, userId: string): Promise<boolean> {
  for (;;) {
    const seats = (await records.get(teams, teamId))?.seats ?? 0;
    if (seats === 0) return false;
    const row = { id: crypto.randomUUID(), teamId, userId };
    const counted = change.update(teams, teamId, { set: { seats: seats - 1 }, if: { seats } });
    try {
      if (await records.all([change.insert(members, row), counted])) return true;
    } catch (error) {
      if (error instanceof Conflict) return false;
      throw error;
    }
  }
}

async function insertUntilGone(records: Records, userId: string, most: number): Promise<void> {
  try {
    for (let n = 0; n < most; n += 1) {
      await records.insert(members, { id: crypto.randomUUID(), userId });
    }
  } catch (error) {
    if (!(error instanceof MissingOwner)) throw error;
  }
}

async function work(errand: Errand): Promise<Told> {
  const [adapter, close] = await open(errand);
  const records = recordsOf(adapter, "to race");
  const told = { entered: 0, seated: 0 };
  for (let n = 0; n < errand.times; n += 1) await increment(records, errand.counter);
  for (const userId of errand.users) {
    if (await enter(records, errand.team, userId)) told.entered += 1;
    if (await takeSeat(records, errand.full, userId)) told.seated += 1;
  }
  if (errand.deletes) await adapter.deleteUser?.(errand.leaving);
  else await insertUntilGone(records, errand.leaving, 200);
  await close();
  return told;
}

process.once("message", (errand: Errand) => {
  void work(errand).then(
    (told) => process.send?.(told, () => process.disconnect()),
    (error: unknown) => {
      console.error(error);
      process.exit(1);
    },
  );
});
process.send?.("ready");
