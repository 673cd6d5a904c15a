import { toText } from "../../rows/convert.js";
import type { Keys } from "../keys.js";
import * as scripts from "../scripts.js";
import { texts } from "../store.js";
import type { RedisStore } from "../store.js";
import { decodeEntry, ownedBy, pointSteps, unchanged } from "./entry.js";
import { carryOut } from "./program.js";
import type { Plan, Step } from "./program.js";

/*
 * Deleting a row only sets aside the list of the rows that belong to it. They are removed
 * afterwards in batches, so that a large cascade blocks nobody. The list is recorded until it is
 * empty: if this process ends, the next one that deletes or sweeps something continues.
 */

interface Cascade {
  /** The set of owned rows, the name it is moved to, and the list of unfinished cascades. */
  readonly keys: readonly [owned: string, aside: string, noted: string];
  readonly entry: string;
}

export function newCascade(keys: Keys, owner: { table: string; id: string }): Cascade {
  const [owned, aside] = [ownedBy(keys, owner), keys.record(`cascade:${crypto.randomUUID()}`)];
  return { keys: [owned, aside, notedIn(keys)], entry: JSON.stringify([aside, owned]) };
}

export function cascadeStep(keys: Keys, owner: { table: string; id: string }): Step {
  const { keys: names, entry } = newCascade(keys, owner);
  const [owned, aside, noted] = names;
  return { command: "move", key: owned, renamed: aside, to: noted, values: [entry] };
}

const notedIn = (keys: Keys): string => keys.record("cascades");

const batch = 50;

/** Maximum number of rounds. Each removes what belongs to the rows of the previous round. */
const deepest = 20;

/** Deletes what belonged to deleted rows, even if another process was interrupted. */
export async function finishCascades(store: RedisStore): Promise<void> {
  const noted = notedIn(store.keys);
  for (let level = 0; level < deepest; level += 1) {
    const entries = texts(await store.run({ lua: scripts.members, keys: [noted] }));
    if (entries.length === 0) return;
    for (const entry of entries) await finish(store, entry);
  }
}

async function finish(store: RedisStore, entry: string): Promise<void> {
  const [aside = "", owned = ""] = listOf(entry);
  for (;;) {
    const rows = texts(await store.run({ lua: some, keys: [aside], values: [batch.toString()] }));
    if (rows.length === 0) break;
    await carryOut(store, await removal(store, { aside, owned, rows }));
  }
  const note: Step = { command: "srem", key: notedIn(store.keys), values: [entry] };
  await carryOut(store, { checks: [{ kind: "none", key: aside }], steps: [note] });
}

const some = "return redis.call('srandmember', KEYS[1], ARGV[1])";

interface Batch {
  readonly aside: string;
  readonly owned: string;
  readonly rows: readonly string[];
}

/** If a row changes meanwhile, nothing is deleted, and the plan is made again. */
async function removal(store: RedisStore, { aside, owned, rows }: Batch): Promise<Plan> {
  const found = await store.run({ lua: scripts.readAll, keys: rows });
  const read: unknown[] = Array.isArray(found) ? found : [];
  const plans = rows.map((key, index): Plan => {
    const json = read[index];
    const stored = json === null || json === undefined ? undefined : decodeEntry(toText(json));
    // The row has moved to another owner, or was deleted.
    if (!stored?.entry?.owners.includes(owned)) return { checks: [], steps: [] };
    const { table, id } = stored.entry;
    const steps: Step[] = [
      { command: "del", key },
      ...pointSteps(key, stored.entry, undefined),
      cascadeStep(store.keys, { table, id }),
    ];
    return { checks: [unchanged(key, stored)], steps };
  });
  return {
    checks: plans.flatMap(({ checks }) => checks),
    steps: [
      ...plans.flatMap(({ steps }) => steps),
      { command: "srem", key: aside, values: [...rows] },
    ],
  };
}

function listOf(entry: string): string[] {
  const parsed: unknown = JSON.parse(entry);
  return Array.isArray(parsed) ? parsed.map(toText) : [];
}
