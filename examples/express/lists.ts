/** What people have put on their lists, in the memory of the demo. By the id of the user, guests included. */
export interface Lists {
  of(userId: string): readonly string[];
  add(userId: string, item: string): void;
  /** The guest signed in to an account that exists: both lists become one. */
  move(moved: { readonly guestId: string; readonly userId: string }): void;
  remove(userId: string): void;
}

const most = 20;

export function startLists(): Lists {
  const lists = new Map<string, readonly string[]>();
  const of = (userId: string) => lists.get(userId) ?? [];
  const put = (userId: string, items: readonly string[]) => {
    lists.set(userId, [...new Set(items)].slice(0, most));
  };
  return {
    of,
    add: (userId, item) => put(userId, [...of(userId), item]),
    move({ guestId, userId }) {
      put(userId, [...of(userId), ...of(guestId)]);
      lists.delete(guestId);
    },
    remove: (userId) => void lists.delete(userId),
  };
}
