import type { Awaitable } from "../../types/common.js";
import { toText } from "../rows/convert.js";
import type { Row } from "../rows/convert.js";
import { DuplicateError } from "../rows/duplicate.js";
import type { DuplicateKey } from "../rows/duplicate.js";
import type { RunScript, Script } from "./client.js";
import { decodeRow } from "./codec.js";
import type { Keys } from "./keys.js";
import * as scripts from "./scripts.js";

export interface RedisStore {
  keys: Keys;
  run: RunScript;
  /** Converts a key that was read to one that the client accepts. */
  asGiven: (key: string) => string;
  /** Users are in another store, so rows are written without checking that their user exists. */
  usersElsewhere: boolean;
}

/** A row with its stored text, so that a script can check whether it has changed. */
export interface Read {
  json: string;
  row: Row;
}

export async function read(store: RedisStore, key: string): Promise<Read | undefined> {
  const json = await store.run({ lua: scripts.read, keys: [key] });
  return typeof json === "string" ? { json, row: decodeRow(json) } : undefined;
}

/** The texts of a list. A row deleted meanwhile is null, and left out. */
export function texts(answer: unknown): string[] {
  if (!Array.isArray(answer)) throw new TypeError("The store gave no list");
  return answer.filter((entry: unknown) => entry !== null).map(toText);
}

const mostAttempts = 100;

interface Planned<T> {
  readonly script: Script;
  readonly result: T;
}

/**
 * Runs the script that `plan` makes from the stored rows. If they changed meanwhile, the script
 * returns `changed`, and it is planned again.
 */
export async function untilUnchanged<T>(
  store: RedisStore,
  plan: () => Promise<Planned<T> | undefined>,
): Promise<T | null> {
  for (let attempt = 0; attempt < mostAttempts; attempt += 1) {
    const planned = await plan();
    if (!planned) return null;
    if ((await change(store, planned.script)) === "done") return planned.result;
  }
  throw new Error(
    "The row kept being changed by other requests, so nothing was written. Try again",
  );
}

/** The same for the row with this key; null if there is none. */
export const changeRow = <T>(
  store: RedisStore,
  key: string,
  plan: (found: Read) => Awaitable<Planned<T>>,
): Promise<T | null> =>
  untilUnchanged(store, async () => {
    const found = await read(store, key);
    return found && plan(found);
  });

/** Runs a script that returns `done`, `changed`, `nobody`, or the key that is taken. */
export async function change(store: RedisStore, script: Script): Promise<"done" | "changed"> {
  const answer = await store.run(script);
  if (answer === "done" || answer === "changed") return answer;
  const taken = duplicateKeys.find((key) => key === answer);
  if (taken) throw new DuplicateError(taken);
  throw new Error("There is no user with this id");
}

const duplicateKeys: readonly DuplicateKey[] = [
  "user.id",
  "user.email",
  "account",
  "session",
  "verificationToken",
  "authenticator",
];
