const lent = Symbol.for("latchkey.lent-records");

/** Notes on an adapter that its users are in one store and its records in another. */
export function lendRecords(adapter: object): void {
  Reflect.set(adapter, lent, true);
}

/** Whether deleting a user leaves the user's records behind. */
export const hasLentRecords = (adapter: object): boolean => Reflect.get(adapter, lent) === true;
