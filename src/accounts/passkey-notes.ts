import { isNew, newVersion } from "../core/records/version.js";
import { passkeyNotes } from "../flows/passkey-notes.js";
import { isRecord, parseObject } from "../json.js";
import { isPlainLine } from "../text.js";
import type { Store } from "../types/store.js";

/** What is kept of a passkey beside what it takes to check it. */
export interface PasskeyNote {
  /** What its owner calls it. */
  readonly name?: string;
  /** ISO 8601, in UTC. */
  readonly createdAt?: string;
  readonly lastUsedAt?: string;
}

/** By the id of the credential. */
export type PasskeyNotes = ReadonlyMap<string, PasskeyNote>;

/** Characters. */
export const longestName = 60;

/** Null where the adapter keeps no records. */
export async function readPasskeyNotes(store: Store, userId: string): Promise<PasskeyNotes | null> {
  if (!(await store.keepsRecords())) return null;
  return notesIn((await store.records.get(passkeyNotes, userId))?.data);
}

/** What a person typed in, as it is kept. Undefined for what is no name; empty to have none. */
export function passkeyName(typed: string): string | undefined {
  // Marks that turn the direction of what follows would let a name speak for its surroundings.
  const name = typed.replace(/[\u202a-\u202e\u2066-\u2069]/g, "").trim();
  if (name === "") return "";
  return isPlainLine(name) && [...name].length <= longestName ? name : undefined;
}

/** Times that others may change them at the same moment. */
const tries = 8;

/** Changes the note on one passkey, whoever else writes at the same moment. Tells whether it could. */
export async function changePasskeyNote(
  store: Store,
  { userId, id }: { readonly userId: string; readonly id: string },
  change: (note: PasskeyNote) => PasskeyNote | undefined,
): Promise<boolean> {
  if (!(await store.keepsRecords())) return false;
  const { records } = store;
  for (let time = 0; time < tries; time++) {
    const former = await records.get(passkeyNotes, userId);
    const notes = new Map(notesIn(former?.data));
    const changed = change(notes.get(id) ?? {});
    if (changed) notes.set(id, changed);
    else if (!notes.delete(id)) return true;
    const set = { data: JSON.stringify(Object.fromEntries(notes)), version: newVersion() };
    const isDone = former
      ? records.update(passkeyNotes, userId, { set, if: { version: former.version } })
      : isNew(records.insert(passkeyNotes, { userId, ...set }));
    if (await isDone) return true;
  }
  return false;
}

/** Rows that somebody else changed say nothing. */
function notesIn(data = ""): PasskeyNotes {
  const told = parseObject(data) ?? {};
  return new Map(Object.entries(told).map(([id, note]) => [id, noteIn(note)]));
}

function noteIn(value: unknown): PasskeyNote {
  const { name, createdAt, lastUsedAt } = isRecord(value) ? value : {};
  return {
    ...(typeof name === "string" && { name }),
    ...(isTime(createdAt) && { createdAt }),
    ...(isTime(lastUsedAt) && { lastUsedAt }),
  };
}

function isTime(value: unknown): value is string {
  return typeof value === "string" && !Number.isNaN(Date.parse(value));
}
