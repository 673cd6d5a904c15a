import type {
  Change,
  Condition,
  ConditionOf,
  NewRowOf,
  Row,
  Table,
  Update,
  Value,
} from "../../types/records.js";
import { checkTable, columnOf } from "./table.js";
import { isKey, toStored } from "./values.js";

const made = new WeakSet<Change>();

/**
 * Changes to apply together.
 *
 * ```ts
 * const accepted = await records.all([
 *   change.update(invitations, id, { set: { acceptedAt: now }, if: { acceptedAt: null } }),
 *   change.insert(members, { id: memberId, organizationId, userId }),
 * ]);
 * ```
 */
export const change = {
  insert<const T extends Table>(table: T, row: NewRowOf<T>): Change {
    checkTable(table);
    const given = membersOf(row);
    const values = Object.entries(table.columns).map(([called, column]) => {
      const value = given.get(called);
      return [
        called,
        toStored(table, called, value === undefined ? column.default : value),
      ] as const;
    });
    refuseUnknown(table, given);
    return kept({ kind: "insert", table, row: Object.fromEntries(values) });
  },
  update<const T extends Table>(table: T, id: string, update: Update<T>): Change {
    checkTable(table);
    const given = membersOf(update.set ?? {});
    if (given.has(table.key)) throw new TypeError(`The key of a row of ${table.name} can't change`);
    const values = Array.from(
      given,
      ([called, value]) => [called, toStored(table, called, value)] as const,
    );
    return kept({
      ...{ kind: "update", table, id: textOf(table, id) },
      ...{ changes: Object.fromEntries(values), if: conditionOf(table, update.if) },
    });
  },
  remove<const T extends Table>(table: T, id: string, options: Condition<T> = {}): Change {
    checkTable(table);
    return kept({
      kind: "remove",
      table,
      id: textOf(table, id),
      if: conditionOf(table, options.if),
    });
  },
};

function kept(one: Change): Change {
  made.add(one);
  return one;
}

/** Whether it comes from `change`, and so was checked. */
export const isMade = (one: Change): boolean => made.has(one);

/** Whether any row can match. */
export function canMatch(one: Change): boolean {
  if (one.kind === "insert") return true;
  return isKey(one.id) && Object.values(one.if).every(isPossible);
}

/** Whether a row can have this value, considering which strings keys can be. */
export const isPossible = (value: Value): boolean => typeof value !== "string" || isKey(value);

function conditionOf<T extends Table>(table: T, condition: ConditionOf<T> = {}): Row {
  const values = Array.from(membersOf(condition), ([called, value]) => {
    if (called === table.key) throw new TypeError("`if` is about columns other than the key");
    const kind = columnOf(table, called)?.kind;
    if (value !== null && (kind === "text" || kind === "json")) {
      throw new TypeError(
        `\`if\` can't compare ${table.name}.${called}, since it's long: add a version column`,
      );
    }
    return [called, comparable(table, called, value)] as const;
  });
  return Object.fromEntries(values);
}

/** A value to compare with: any string, not only valid keys. */
export function comparable(table: Table, called: string, value: unknown): Value {
  const isText = typeof value === "string" && columnOf(table, called)?.kind === "key";
  return isText ? value : toStored(table, called, value);
}

function textOf(table: Table, id: unknown): string {
  if (typeof id === "string") return id;
  throw new TypeError(`The key of a row of ${table.name} must be a string`);
}

/** What was given; undefined counts as absent. */
export function membersOf(given: object): Map<string, unknown> {
  const members: [string, unknown][] = Object.entries(given);
  return new Map(members.filter(([, value]) => value !== undefined));
}

function refuseUnknown(table: Table, given: ReadonlyMap<string, unknown>): void {
  for (const called of given.keys()) {
    if (!columnOf(table, called)) throw new TypeError(`${table.name} has no column ${called}`);
  }
}
