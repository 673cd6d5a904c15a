import type { Store } from "../../types/store.js";
import { isNew, newVersion } from "../records/version.js";
import { isRecord, parseObject } from "../values/json.js";
import { isPlainLine } from "../values/text.js";
import { passkeyNotes } from "./notes-table.js";

/** What is stored about a passkey besides what verifying it needs. */
export interface PasskeyNote {
  /** The name its owner gave it. */
  readonly name?: string;
  /** ISO 8601, in UTC. */
  readonly createdAt?: string;
  readonly lastUsedAt?: string;
}

/** By credential id. */
export type PasskeyNotes = ReadonlyMap<string, PasskeyNote>;

/** Characters. */
export const longestName = 60;

/** Null if the adapter has no records. */
export async function readPasskeyNotes(store: Store, userId: string): Promise<PasskeyNotes | null> {
  if (!(await store.keepsRecords())) return null;
  return notesIn((await store.records.get(passkeyNotes, userId))?.data);
}

/** Normalizes the name a user typed. Undefined if it isn't valid; empty to have none. */
export function passkeyName(typed: string): string | undefined {
  // Bidirectional control characters would let a name change how the text around it is displayed.
  const name = typed.replace(/[\u202a-\u202e\u2066-\u2069]/g, "").trim();
  if (name === "") return "";
  return isPlainLine(name) && [...name].length <= longestName ? name : undefined;
}

/** How many concurrent changes are tolerated. */
const tries = 8;

/** Updates the note of one passkey despite concurrent writes. Returns whether it succeeded. */
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

/** Rows that were modified by hand are ignored. */
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
