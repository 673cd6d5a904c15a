import { hasValues } from "../../../core/records/values.js";
import { Conflict, MissingOwner } from "../../../types/records.js";
import type { Change, Row, Table } from "../../../types/records.js";
import type { Keys } from "../keys.js";
import type { RedisStore } from "../store.js";
import { cascadeStep } from "./cascade.js";
import {
  encodeEntry,
  entryOf,
  ownersOf,
  pointSteps,
  rowKey,
  uniqueKey,
  unchanged,
} from "./entry.js";
import type { Stored } from "./entry.js";
import type { Check, Plan, Step } from "./program.js";

type Refusal = "unmatched" | Conflict | MissingOwner;

interface Planned {
  readonly plan: Plan;
  /** The meaning of a failed check. Without an entry, a row has changed since it was read. */
  readonly refusals: ReadonlyMap<Check, Refusal>;
}

type Place = Pick<RedisStore, "keys" | "usersElsewhere">;

/** Plans these changes of rows that were read. */
export function planChanges(
  store: Place,
  changes: readonly Change[],
  rows: readonly (Stored | undefined)[],
): Planned | { readonly refusal: Refusal } {
  const draft = new Draft(store);
  for (const [index, change] of changes.entries()) {
    const refusal = draft.add(change, rows[index]);
    if (refusal) return { refusal };
  }
  return draft;
}

class Draft implements Planned {
  readonly plan: { readonly checks: Check[]; readonly steps: Step[] } = { checks: [], steps: [] };
  readonly refusals = new Map<Check, Refusal>();
  readonly #keys: Keys;
  readonly #usersElsewhere: boolean;
  /** Keys that this plan creates. */
  readonly #made = new Set<string>();

  constructor({ keys, usersElsewhere }: Place) {
    this.#keys = keys;
    this.#usersElsewhere = usersElsewhere;
  }

  add(change: Change, stored: Stored | undefined): Refusal | undefined {
    const { table } = change;
    if (change.kind === "insert") return this.#insert(table, change.row);
    if (!stored || !hasValues(table, stored.row, change.if)) return "unmatched";
    const key = rowKey(this.#keys, table, change.id);
    this.plan.checks.push(unchanged(key, stored));
    if (change.kind === "update") {
      return this.#put(table, { ...stored.row, ...change.changes }, stored);
    }
    this.plan.steps.push(
      { command: "del", key },
      ...pointSteps(key, stored.entry, undefined),
      cascadeStep(this.#keys, { table: table.name, id: change.id }),
    );
    return undefined;
  }

  #insert(table: Table, row: Row): Refusal | undefined {
    const key = rowKey(this.#keys, table, String(row[table.key]));
    this.#require({ kind: "none", key }, new Conflict(table.name, [table.key]));
    this.#made.add(key);
    return this.#put(table, row);
  }

  #put(table: Table, row: Row, before?: Stored): Refusal | undefined {
    const key = rowKey(this.#keys, table, String(row[table.key]));
    const entry = entryOf(this.#keys, table, row);
    for (const columns of table.unique ?? []) {
      const values = columns.map((called) => [called, row[called] ?? null] as const);
      const unique = uniqueKey(this.#keys, table, Object.fromEntries(values));
      if (!entry.uniques.includes(unique) || before?.entry?.uniques.includes(unique)) continue;
      const conflict = new Conflict(table.name, columns);
      if (this.#made.has(unique)) return conflict;
      this.#made.add(unique);
      this.#require({ kind: "none", key: unique }, conflict);
    }
    for (const owner of ownersOf(table, row)) {
      const isUser = owner.table === "user";
      if (isUser && this.#usersElsewhere) continue;
      const owned = isUser
        ? this.#keys.user(owner.id)
        : this.#keys.record(`record:${owner.table}:${owner.id}`);
      if (!this.#made.has(owned)) {
        this.#require({ kind: "some", key: owned }, new MissingOwner(table.name));
      }
    }
    this.plan.steps.push(
      { command: "set", key, values: [encodeEntry(row, entry)] },
      ...pointSteps(key, before?.entry, entry),
    );
    return undefined;
  }

  #require(check: Check, otherwise: Refusal): void {
    this.plan.checks.push(check);
    this.refusals.set(check, otherwise);
  }
}
