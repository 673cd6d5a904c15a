import { PrismaAdapter, type PrismaDatabase } from "latchkey/adapters/prisma";
import { expect, it } from "vitest";

const codes = {
  name: "suite_code",
  columns: { id: { kind: "key" }, code: { kind: "key" } },
  key: "id",
  unique: [["code"]],
} as const;

type Row = Record<string, unknown>;
interface Asked {
  readonly where?: Row;
  readonly take?: number;
  readonly data?: readonly Row[];
}

/** SQL Server's default collation compares without case. */
const folded = (value: unknown) => (typeof value === "string" ? value.toLowerCase() : value);
const isMatch = (row: Row, where: Row): boolean =>
  Object.entries(where).every(([name, value]) =>
    name === "AND" && Array.isArray(value)
      ? value.every((one: Row) => isMatch(row, one))
      : folded(row[name]) === folded(value),
  );

/** One model of a client on such a database. */
function modelOn(rows: Row[]) {
  const found = ({ where = {}, take = Infinity }: Asked) =>
    rows.filter((row) => isMatch(row, where)).slice(0, take);
  const insert = (row: Row) => {
    if (found({ where: { code: row["code"] } }).length > 0) {
      throw Object.assign(new Error("Unique constraint failed"), { code: "P2002" });
    }
    rows.push(row);
  };
  return {
    findMany: (asked: Asked) => Promise.resolve(found(asked).map((row) => ({ ...row }))),
    count: (asked: Asked) => Promise.resolve(found(asked).length),
    createMany: ({ data = [] }: Asked) => Promise.resolve().then(() => data.forEach(insert)),
  };
}

const fields = (...names: readonly string[]) =>
  names.map((name) => ({ name, kind: "scalar", type: "String" }));

it("on SQL Server, in a transaction of the caller, a value taken but for its case is a Conflict", async () => {
  let transactions = 0;
  const models = {
    _activeProvider: "sqlserver",
    _runtimeDataModel: {
      models: {
        User: { fields: fields("id", "name", "email", "emailVerified", "image") },
        Account: { fields: fields("userId", "type", "provider", "providerAccountId") },
        SuiteCode: { dbName: "suite_code", fields: fields("id", "code") },
      },
    },
    suiteCode: modelOn([{ id: "one", code: "ABC" }]),
    $queryRawUnsafe: () => Promise.reject(new Error("No SQL here")),
    $executeRawUnsafe: () => Promise.reject(new Error("No SQL here")),
  };
  const client: PrismaDatabase & object = {
    ...models,
    $transaction(work) {
      transactions++;
      return work(client);
    },
  };
  const adapter = PrismaAdapter(client);
  const insert = (row: { id: string; code: string }) =>
    adapter.transaction?.(async (within) =>
      within.records?.write([{ kind: "insert", table: codes, row }]),
    );
  expect(await insert({ id: "two", code: "abc" })).toMatchObject({ name: "Conflict" });
  expect(transactions).toBe(1);
  expect(await insert({ id: "two", code: "abcd" })).toBe("done");
  expect(await adapter.records.read(codes, { id: "two" })).toEqual({ id: "two", code: "abcd" });
});
