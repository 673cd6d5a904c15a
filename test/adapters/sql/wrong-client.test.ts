import { createClient } from "@libsql/client";
import { drizzle } from "drizzle-orm/libsql";
import { SqlAdapter } from "latchkey/adapters/sql";
import { expect, test } from "vitest";

const calling = (given: unknown) => () => {
  Reflect.apply(SqlAdapter, undefined, [given]);
};

test.each([
  ["a Prisma client", { $queryRawUnsafe: () => undefined }, "`PrismaAdapter(prisma)`"],
  ["Drizzle's", drizzle(createClient({ url: ":memory:" })), "`DrizzleAdapter(db)`"],
  ["a D1 database", { prepare: () => undefined, batch: () => undefined }, "`D1Adapter(env.DB)`"],
  ["nothing", undefined, "`SqlAdapter(await connect(url))`"],
  ["a URL", "file:./auth.db", "`SqlAdapter(await connect(url))`"],
])("SqlAdapter refuses %s, with the line to write", (_, given, line) => {
  expect(calling(given)).toThrow(line);
});
