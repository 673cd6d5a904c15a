import { change } from "../../core/records/change.js";
import { recordsOn } from "../../core/records/facade.js";
import { removeOwned } from "../../core/records/owned.js";
import { rowAndUser } from "../../core/records/row-and-user.js";
import type { Adapter } from "../../types/adapter.js";
import { Conflict, MissingOwner } from "../../types/records.js";
import type { Found, NewRowOf, Records, RecordStore, Table } from "../../types/records.js";
import { singleQueryRow } from "../single-query.js";
import { define } from "./case.js";
import type { CaseMaker, SuiteOptions, With } from "./case.js";
import { check, checkHas, checkNone, checkRejects } from "./check.js";
import { storedUser } from "./fixtures.js";
import { badges, members, recordTables, singles, teams } from "./record-tables.js";

type Work = (world: World) => Promise<void>;

interface World {
  readonly adapter: With<"createUser" | "deleteUser">;
  readonly store: RecordStore;
  readonly records: Records;
  readonly options: SuiteOptions;
  /** Creates a user and returns its id. */
  user(): Promise<string>;
}

function onRecords(name: string, work: Work): CaseMaker {
  return define(`records: ${name}`, ["createUser", "deleteUser"], async (adapter, options) => {
    const store = storeOf(adapter);
    const user = async () => (await storedUser(adapter)).id;
    await work({ adapter, store, records: recordsOn(store), options, user });
  });
}

function storeOf({ records }: Adapter): RecordStore {
  check(records !== undefined, "the adapter has records");
  return records;
}

const newId = (): string => crypto.randomUUID();

const member = (userId: string, more: Partial<NewRowOf<typeof members>> = {}) => ({
  id: newId(),
  userId,
  ...more,
});

async function insertAll(records: Records, rows: readonly NewRowOf<typeof members>[]) {
  for (let from = 0; from < rows.length; from += 10) {
    await records.all(rows.slice(from, from + 10).map((row) => change.insert(members, row)));
  }
}

async function team(records: Records): Promise<string> {
  const id = newId();
  await records.insert(teams, { id, title: "Zoë's 🔑" });
  return id;
}

async function checkConflict(work: () => Promise<unknown>, columns: readonly string[]) {
  const error = await checkRejects(work, "a row whose key is taken");
  check(error instanceof Conflict, `it is a Conflict, but it is ${String(error)}`);
  const named = error.columns?.join() ?? columns.join();
  check(named === columns.join(), `it names ${columns.join()}, but it names ${named}`);
}

async function checkOrphan(work: () => Promise<unknown>, what: string) {
  const error = await checkRejects(work, what);
  check(error instanceof MissingOwner, `it is a MissingOwner, but it is ${String(error)}`);
}

async function pages<Of>(
  find: (after: string | undefined) => Promise<Found<Of>>,
  between: () => Promise<unknown> = async () => undefined,
): Promise<Of[]> {
  const all: Of[] = [];
  for (let after: string | undefined; ;) {
    const { rows, next } = await find(after);
    all.push(...rows);
    if (next === undefined) return all;
    after = next;
    await between();
  }
}

async function withUser(adapter: With<"createUser" | "deleteUser" | "getUser">): Promise<void> {
  const records = recordsOn(storeOf(adapter));
  const store = {
    getUser: async (id: string) => adapter.getUser(id),
    joinRow: async (table: Table, id: string) => singleQueryRow(adapter)?.(table, id),
  };
  const read = { store, records };
  const [user, other] = [await storedUser(adapter), await storedUser(adapter)];
  const row = member(user.id, {
    ...{ active: false, settings: { list: [1, null] }, version: 7 },
    expires: new Date("2031-02-03T04:05:06.789Z"),
  });
  await records.insert(members, row);
  await records.insert(members, member(other.id));
  await records.insert(singles, { userId: other.id, data: "one" });
  const found = await rowAndUser(read, members, row.id);
  checkHas(found?.row ?? null, { ...row, role: "member", remark: null, teamId: null }, "the row");
  checkHas(found?.user ?? null, { id: user.id, email: user.email }, "its user");
  const single = await rowAndUser(read, singles, other.id);
  checkHas(single?.row ?? null, { data: "one", userId: other.id }, "a user's only row");
  checkHas(single?.user ?? null, { id: other.id, email: other.email }, "its user");
  for (const unknown of [newId(), row.id.toUpperCase(), `${row.id} `, "\u0000", ""]) {
    const none = await rowAndUser(read, members, unknown);
    check(none === null, `${JSON.stringify(unknown)} isn't found`);
  }
  await adapter.deleteUser(user.id);
  checkNone(await rowAndUser(read, members, row.id), "a deleted user's row isn't found");
}

const racers = 8;

const readingCases: readonly CaseMaker[] = [
  onRecords("a row comes back as it was written, with the defaults", async (world) => {
    const { records } = world;
    const [userId, teamId] = [await world.user(), await team(records)];
    const row = {
      ...{ id: `Ä/${newId()}:*{}`, userId, teamId, role: "owner", active: false, version: -7 },
      settings: { list: [1, null, "𝒳\u0000"], "a.b": { deep: true } },
      remark: `line\n${"鍵".repeat(5000)} `,
      expires: new Date("2031-02-03T04:05:06.789Z"),
    };
    await records.insert(members, row);
    checkHas(await records.get(members, row.id), row, "the row");
    const plain = member(userId);
    await records.insert(members, plain);
    checkHas(
      await records.get(members, plain.id),
      { ...plain, role: "member", active: true, version: 0, remark: null, teamId: null },
      "the other row",
    );
    checkNone(await records.get(members, newId()), "nothing else is found");
  }),

  define("records: a row is read with its user", ["createUser", "deleteUser", "getUser"], withUser),

  onRecords("keys are compared to the letter", async (world) => {
    const { records } = world;
    const id = `Straße-É-${newId()}`;
    await records.insert(teams, { id, title: "one" });
    for (const other of [id.toLowerCase(), id.replace("É", "E"), `${id} `, `${id}\u0000`, ""]) {
      checkNone(await records.get(teams, other), `${JSON.stringify(other)} isn't found`);
      check(!(await records.remove(teams, other)), `${JSON.stringify(other)} isn't removed`);
    }
    await records.insert(teams, { id: id.toLowerCase(), title: "other" });
    checkHas(await records.get(teams, id), { title: "one" }, "the first");
  }),

  onRecords("a row is found by a unique key as long as it has it", async (world) => {
    const { records } = world;
    const [userId, teamId, other] = [await world.user(), await team(records), await team(records)];
    const row = member(userId, { teamId });
    await records.insert(members, row);
    checkHas(await records.get(members, { teamId, userId }), row, "the row");
    check(await records.update(members, row.id, { set: { teamId: other } }), "it is updated");
    checkNone(await records.get(members, { teamId, userId }), "it isn't there any more");
    checkHas(await records.get(members, { teamId: other, userId }), { id: row.id }, "the row");
    check(await records.update(members, row.id, { set: { teamId: null } }), "it is updated");
    checkNone(await records.get(members, { teamId: other, userId }), "it has left");
  }),

  onRecords("every row is on one page, whatever comes and goes meanwhile", async (world) => {
    const { records } = world;
    const userId = await world.user();
    const rows = Array.from({ length: 23 }, () => member(userId));
    await insertAll(records, rows);
    const passing = Array.from({ length: 10 }, () => member(userId));
    const come = async () => {
      const [next] = passing.splice(0, 1);
      if (next) await records.insert(members, next);
    };
    for (const backwards of [false, true]) {
      const find = (after?: string) =>
        records.find(members, { userId }, { limit: 5, backwards, ...(after && { after }) });
      const seen = (await pages(find, come)).map(({ id }) => id);
      for (const { id } of rows) check(seen.filter((one) => one === id).length === 1, "it is once");
      const again = (await pages(find)).map(({ id }) => id);
      const other = await records.find(members, { userId }, { limit: 100, backwards: !backwards });
      check(
        again.join() ===
          other.rows
            .map(({ id }) => id)
            .reverse()
            .join(),
        "the order is kept",
      );
    }
    check((await records.find(members, { userId: "x " }, { limit: 5 })).rows.length === 0, "none");
  }),

  onRecords("rows are counted and found by an index of several columns", async (world) => {
    const { records } = world;
    const [userId, role] = [await world.user(), `role ${newId()}`];
    for (const active of [true, true, false]) {
      await records.insert(members, member(userId, { role, active }));
    }
    check((await records.count(members, { role, active: true }, 10)) === 2, "two are active");
    check((await records.count(members, { userId }, 2)) === 2, "it stops at two");
    const { rows } = await records.find(members, { role, active: false }, { limit: 10 });
    check(rows.length === 1, "one isn't");
    const [row] = rows;
    await records.update(members, row?.id ?? "", { set: { active: true } });
    check((await records.count(members, { role, active: true }, 10)) === 3, "now it is");
    check((await records.count(members, { role, active: false }, 10)) === 0, "none is left");
    check((await records.count(teams, {}, 1)) <= 1, "all rows can be counted");
  }),
];

const writingCases: readonly CaseMaker[] = [
  onRecords("a key that is taken is a Conflict, and nulls never are", async (world) => {
    const { records } = world;
    const [userId, teamId] = [await world.user(), await team(records)];
    const row = member(userId, { teamId });
    await records.insert(members, row);
    await checkConflict(() => records.insert(members, { ...member(userId), id: row.id }), ["id"]);
    const unique = ["teamId", "userId"];
    await checkConflict(() => records.insert(members, member(userId, { teamId })), unique);
    const loose = member(userId);
    await records.insert(members, loose);
    await records.insert(members, member(userId));
    await checkConflict(() => records.update(members, loose.id, { set: { teamId } }), unique);
    checkHas(await records.get(members, loose.id), { teamId: null }, "the row");
    check(await records.remove(members, row.id), "it is removed");
    check(await records.update(members, loose.id, { set: { teamId } }), "the key is free again");
  }),

  onRecords("a row needs the rows it references", async (world) => {
    const { records, options } = world;
    const unknown = options.unknownId?.() ?? newId();
    for (const id of [unknown, "nobody", "12x", "999999999999999999"]) {
      await checkOrphan(() => records.insert(members, member(id)), `a row of ${id}`);
      await checkOrphan(() => records.insert(singles, { userId: id, data: "" }), `a row of ${id}`);
      checkNone(await records.get(singles, id), "there is none");
      check(!(await records.update(singles, id, { set: { data: "x" } })), "none is updated");
      check((await records.count(members, { userId: id }, 5)) === 0, "none is counted");
    }
    const row = member(await world.user());
    await records.insert(members, row);
    await checkOrphan(
      () => records.update(members, row.id, { set: { teamId: newId() } }),
      "no team",
    );
    await checkOrphan(
      () => records.update(members, row.id, { set: { userId: "nobody" } }),
      "no user",
    );
    checkHas(await records.get(members, row.id), row, "the row");
  }),

  onRecords("update and remove happen only if the row is as required", async (world) => {
    const { records } = world;
    const expires = new Date("2030-01-01T00:00:00.001Z");
    const row = member(await world.user(), { expires, role: "Abc" });
    await records.insert(members, row);
    const wrong = [
      { version: 1 },
      { role: "abc" },
      { role: "Abc " },
      { active: false },
      { expires: new Date("2030-01-01T00:00:00.000Z") },
      { expires: null },
      { version: 0, role: "x" },
    ];
    for (const condition of wrong) {
      check(
        !(await records.update(members, row.id, { set: { version: 9 }, if: condition })),
        "not so",
      );
      check(!(await records.remove(members, row.id, { if: condition })), "not so either");
    }
    const right = {
      version: 0,
      role: "Abc",
      active: true,
      expires,
      remark: null,
      userId: row.userId,
    };
    check(
      await records.update(members, row.id, { set: { version: 1, remark: "r" }, if: right }),
      "so",
    );
    check(
      await records.update(members, row.id, { set: { version: 1, remark: "r" } }),
      "without a difference",
    );
    check(await records.update(members, row.id, { if: { version: 1 } }), "without changes");
    check(!(await records.update(members, row.id, { if: { version: 0 } })), "it is 1 now");
    check(
      !(await records.update(members, newId(), { set: { version: 1 } })),
      "there is no such row",
    );
    check(await records.remove(members, row.id, { if: { version: 1 } }), "it is removed");
    check(!(await records.remove(members, row.id)), "once");
  }),

  onRecords("all changes are made, or none", async (world) => {
    const { records } = world;
    const [userId, teamId] = [await world.user(), await team(records)];
    const taken = member(userId, { teamId });
    await records.insert(members, taken);
    const id = newId();
    const first = change.insert(teams, { id, title: "new" });
    await checkConflict(
      () => records.all([first, change.insert(members, { ...taken, id: newId() })]),
      ["teamId", "userId"],
    );
    const late = change.update(teams, teamId, { set: { seats: 0 }, if: { seats: 99 } });
    check(!(await records.all([first, change.remove(members, taken.id), late])), "not so");
    checkNone(await records.get(teams, id), "nothing was inserted");
    checkHas(await records.get(members, taken.id), taken, "the row that wasn't removed");
    const done = await records.all([
      first,
      change.insert(members, member(userId, { teamId: id })),
      change.update(teams, teamId, { set: { seats: 2 }, if: { seats: 3 } }),
      change.remove(members, taken.id, { if: { version: 0 } }),
    ]);
    check(done, "a row may come after the row it references");
    checkHas(await records.get(members, { teamId: id, userId }), { userId }, "the new member");
    checkHas(await records.get(teams, teamId), { seats: 2 }, "the team");
  }),

  onRecords("what no store could keep is refused", async (world) => {
    const { records } = world;
    const id = newId();
    const good = { id, title: "t" };
    const bad: object[] = [
      { id: "a ".padEnd(256, "b") },
      { id: "a " },
      { id: "" },
      { id: "a\u0000b" },
      { id: "\ud800" },
      { title: "\u0000" },
      { title: null },
      { seats: 1.5 },
      { seats: 2 ** 53 },
      { seats: "1" },
      { madeAt: new Date(NaN) },
      { madeAt: new Date("+012345-01-01T00:00:00Z") },
      { color: "red" },
    ];
    for (const change of bad) {
      const work = async () => records.insert(teams, { ...good, ...change });
      const error = await checkRejects(work, JSON.stringify(change));
      check(error instanceof TypeError, `it is a TypeError, but it is ${String(error)}`);
    }
    const twice = [change.insert(teams, good), change.remove(teams, id)];
    const many = Array.from({ length: 11 }, () => change.remove(teams, newId()));
    await checkRejects(() => records.all(twice), "a row that changes twice");
    await checkRejects(() => records.all(many), "eleven changes");
    checkNone(await records.get(teams, id), "nothing was kept");
    await records.insert(teams, { id: "é".repeat(200) + id, title: "long" });
  }),
];

const owningCases: readonly CaseMaker[] = [
  onRecords("what belongs to a row goes with it", async (world) => {
    const { records } = world;
    const [userId, teamId] = [await world.user(), await team(records)];
    const [row, stays] = [member(userId, { teamId }), member(userId)];
    const badge = { id: newId(), memberId: row.id };
    await records.insert(members, row);
    await records.insert(members, stays);
    await records.insert(badges, badge);
    check(await records.remove(teams, teamId), "the team is removed");
    checkNone(await records.get(members, row.id), "its member is gone");
    checkNone(await records.get(badges, badge.id), "and the badge");
    check((await records.count(badges, { memberId: row.id }, 5)) === 0, "it isn't counted");
    check((await records.count(members, { userId }, 5)) === 1, "another row stays");
    await records.insert(teams, { id: teamId, title: "again" });
    check((await records.count(members, { teamId }, 5)) === 0, "a new one has none");
    await records.insert(members, { ...row, teamId });
  }),

  onRecords("deleteUser removes what belongs to the user, and nobody else's", async (world) => {
    const { adapter, records } = world;
    const [userId, other] = [await world.user(), await world.user()];
    const rows = Array.from({ length: 60 }, () => member(userId));
    await insertAll(records, rows);
    const [mine, theirs] = [rows[0]?.id ?? "", member(other)];
    await records.insert(members, theirs);
    await records.insert(badges, { id: mine, memberId: mine });
    for (const id of [userId, other]) await records.insert(singles, { userId: id, data: "d" });
    const moved = rows[1]?.id ?? "";
    check(
      await records.update(members, moved, { set: { userId: other } }),
      "one passes to somebody else",
    );
    await adapter.deleteUser(userId);
    check((await records.count(members, { userId }, 500)) === 0, "none is counted");
    checkNone(await records.get(members, mine), "none is found");
    checkNone(await records.get(badges, mine), "nor what belongs to it");
    checkNone(await records.get(singles, userId), "nor the user's single row");
    checkHas(await records.get(singles, other), { data: "d" }, "the other's");
    check((await records.count(members, { userId: other }, 5)) === 2, "the other's are there");
    checkHas(await records.get(members, moved), { userId: other }, "the one that passed on");
  }),

  onRecords("what belongs to a user can be removed while the user stays", async (world) => {
    const { records, store } = world;
    const [userId, other] = [await world.user(), await world.user()];
    await insertAll(records, [...Array.from({ length: 12 }, () => member(userId)), member(other)]);
    await records.insert(singles, { userId, data: "d" });
    await removeOwned(store, recordTables, { table: "user", id: userId });
    check((await records.count(members, { userId }, 5)) === 0, "none is left");
    checkNone(await records.get(singles, userId), "the single row is gone");
    check((await records.count(members, { userId: other }, 5)) === 1, "the other's stays");
  }),

  onRecords("sweep removes what has expired, up to a limit", async (world) => {
    const { records } = world;
    const userId = await world.user();
    const at = (year: number) => member(userId, { expires: new Date(Date.UTC(year, 1)) });
    const [renewed, ...old] = [at(1990), at(1990), at(1990), at(1991)];
    const kept = [at(2090), member(userId)];
    for (const row of [renewed, ...old, ...kept]) await records.insert(members, row);
    await records.update(members, renewed.id, { set: { expires: new Date(Date.UTC(2091, 1)) } });
    const before = new Date(Date.UTC(1995, 1));
    check((await records.sweep(members, before, 2)) === 2, "two at first");
    check((await records.sweep(members, before, 100)) === 1, "then the rest");
    check((await records.sweep(members, before, 100)) === 0, "then none");
    check((await records.count(members, { userId }, 10)) === 3, "the others stay");
  }),
];

const racingCases: readonly CaseMaker[] = [
  onRecords("no increment is lost, and of many inserts one wins", async (world) => {
    const { records } = world;
    const [userId, teamId] = [await world.user(), await team(records)];
    const id = newId();
    await records.insert(members, { id, userId });
    const increment = async (): Promise<void> => {
      const version = (await records.get(members, id))?.version ?? 0;
      const next = { set: { version: version + 1 }, if: { version } };
      if (await records.update(members, id, next)) return;
      await increment();
    };
    await Promise.all(Array.from({ length: racers }, increment));
    checkHas(await records.get(members, id), { version: racers }, "the counter");
    const inserts = Array.from({ length: racers }, () =>
      records.insert(members, member(userId, { teamId })).then(
        () => true,
        (error: unknown) => {
          check(error instanceof Conflict, String(error));
          return false;
        },
      ),
    );
    check((await Promise.all(inserts)).filter(Boolean).length === 1, "one was inserted");
  }),

  onRecords("of many who take the last seat, one does", async (world) => {
    const { records } = world;
    const teamId = await team(records);
    await records.update(teams, teamId, { set: { seats: 1 } });
    const users = await Promise.all(Array.from({ length: 6 }, () => world.user()));
    const joined = await Promise.all(
      users.map((userId) =>
        records.all([
          change.insert(members, member(userId, { teamId })),
          change.update(teams, teamId, { set: { seats: 0 }, if: { seats: 1 } }),
        ]),
      ),
    );
    check(joined.filter(Boolean).length === 1, "one was told so");
    check((await records.count(members, { teamId }, 10)) === 1, "one is a member");
  }),

  define(
    "records: within a transaction they are kept or undone with it",
    ["createUser", "transaction"],
    async (adapter) => {
      const records = recordsOn(storeOf(adapter));
      const { id: userId } = await storedUser(adapter);
      const [kept, undone] = [member(userId), member(userId)];
      await adapter.transaction(async (within) => {
        const inside = recordsOn(storeOf(within));
        await inside.insert(members, kept);
        await checkConflict(
          () => inside.insert(members, { ...member(userId), id: kept.id }),
          ["id"],
        );
        check(
          await inside.update(members, kept.id, { set: { version: 1 } }),
          "the transaction goes on",
        );
      });
      checkHas(await records.get(members, kept.id), { version: 1 }, "the row");
      const failing = adapter.transaction(async (within) => {
        await recordsOn(storeOf(within)).insert(members, undone);
        throw new Error("no");
      });
      await checkRejects(() => failing, "a transaction that fails");
      checkNone(await records.get(members, undone.id), "nothing is left of it");
    },
  ),
];

export const recordCaseMakers: readonly CaseMaker[] = [
  ...readingCases,
  ...writingCases,
  ...owningCases,
  ...racingCases,
];
