import type { SharedState } from "../../../core/state/contract.js";
import { toNumber, toText } from "../../rows/convert.js";
import type { Row } from "../../rows/convert.js";
import { isDuplicate, isMissingTable } from "../../sql/faults.js";
import { pause } from "../../sql/retry.js";
import { Sweeper } from "../../sql/state/on-client.js";
import { stateTable } from "../../sql/state/table.js";
import type { ModelContext } from "./context.js";
import { ModelTable } from "./table.js";

/** A row as it was read: it's changed or deleted only if it's still the same. */
interface Found {
  readonly name: string;
  readonly value: string;
  readonly expires: bigint;
}

/** Milliseconds between two checks for a missing table. */
const lookAgain = 60_000;

/** Finds the state once: null on a client without its model, or a database without its table. */
export function stateFinder(context: ModelContext): () => Promise<SharedState | null> {
  let found: SharedState | null = null;
  let next = 0;
  return async () => {
    if (found || Date.now() < next) return found;
    found = await findState(context);
    next = Date.now() + lookAgain;
    return found;
  };
}

async function findState(context: ModelContext): Promise<SharedState | null> {
  const place = context.schema.model(stateTable, ["name", "value", "expires"]);
  if (place?.fields.size !== 3) return null;
  const table = new ModelTable(context, place);
  try {
    await table.find({ name: "" });
  } catch (error) {
    if (isMissingTable(error)) return null;
    throw error;
  }
  return stateIn(table);
}

function stateIn(table: ModelTable): SharedState {
  const sweeper = new Sweeper((before, most) => table.sweep(sweptBy, BigInt(before), most));
  const at = (ttl: number) => {
    sweeper.mayRun(Date.now());
    return BigInt(Date.now() + ttl * 1000);
  };
  return {
    get: (keys) => Promise.all(keys.map(async (key) => liveValue(await find(table, key)))),
    async set(key, value, { ttl, ifAbsent = false }) {
      const row = { name: await nameOf(key), value, expires: at(ttl) };
      return ifAbsent ? writeIfAbsent(table, row) : write(table, row);
    },
    take: (key) =>
      untilDone(async () => {
        const found = await find(table, key);
        if (!found) return { as: undefined };
        return (await table.remove({ ...found })) === 1 ? { as: liveValue(found) } : undefined;
      }),
    async increment(key, ttl) {
      const first = { name: await nameOf(key), value: "1", expires: at(ttl) };
      return untilDone(() => countOnce(table, first, key));
    },
    async delete(key) {
      await table.remove({ name: await nameOf(key) });
    },
  };
}

const sweptBy = { key: "name", expires: "expires" };

/** A hash, because names that differ in case are one name to a collation. */
async function nameOf(key: string): Promise<string> {
  const hash = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(key));
  return Array.from(new Uint8Array(hash), (byte) => byte.toString(16).padStart(2, "0")).join("");
}

async function find(table: ModelTable, key: string): Promise<Found | undefined> {
  const row = await table.find({ name: await nameOf(key) });
  return row && foundIn(row);
}

const foundIn = ({ name, value, expires }: Row): Found => ({
  name: toText(name),
  value: toText(value),
  expires: BigInt(toNumber(expires)),
});

const isLive = ({ expires }: Found): boolean => Number(expires) > Date.now();

const liveValue = (found: Found | undefined): string | undefined =>
  found && isLive(found) ? found.value : undefined;

async function isInserted(table: ModelTable, row: Found): Promise<boolean> {
  try {
    await table.insert({ ...row });
    return true;
  } catch (error) {
    if (isDuplicate(error)) return false;
    throw error;
  }
}

const write = (table: ModelTable, { name, ...rest }: Found): Promise<true> =>
  untilDone(async () => {
    const isWritten =
      (await table.change({ name }, rest)) === 1 || (await isInserted(table, { name, ...rest }));
    return isWritten ? { as: true } : undefined;
  });

/** Usually the key is free, and one statement is enough. */
async function writeIfAbsent(table: ModelTable, { name, ...rest }: Found): Promise<boolean> {
  if (await isInserted(table, { name, ...rest })) return true;
  const isOver = { expires: { lte: BigInt(Date.now()) } };
  return (await table.change({ name }, rest, isOver)) === 1;
}

/** One attempt to count; undefined if another count came first. */
async function countOnce(table: ModelTable, first: Found, key: string) {
  const found = await find(table, key);
  if (!found) return (await isInserted(table, first)) ? { as: 1 } : undefined;
  const { name: _, ...restarted } = first;
  const next = isLive(found) ? { value: String(Number(found.value) + 1) } : restarted;
  const isCounted = (await table.change({ ...found }, next)) === 1;
  return isCounted ? { as: Number(next.value) } : undefined;
}

/** Tries again while others are faster, each of whom has then succeeded. */
async function untilDone<T>(attempt: () => Promise<{ readonly as: T } | undefined>): Promise<T> {
  for (let tries = 0; ; tries += 1) {
    const done = await attempt();
    if (done) return done.as;
    if (tries > 2) await pause(Math.random() * 4 * Math.min(tries, 10));
  }
}
