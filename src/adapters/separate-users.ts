const separate = Symbol.for("latchkey.lent-records");

/** Marks an adapter whose users are in one store and whose records are in another. */
export function markSeparateUsers(adapter: object): void {
  Reflect.set(adapter, separate, true);
}

/** Whether deleting a user leaves the user's records behind. */
export const hasSeparateUsers = (adapter: object): boolean =>
  Reflect.get(adapter, separate) === true;
