import { defineConfig, type SessionOf } from "latchkey";
import { D1Adapter } from "latchkey/adapters/d1";
import { DrizzleAdapter } from "latchkey/adapters/drizzle";
import { PrismaAdapter } from "latchkey/adapters/prisma";
import type { PrismaDatabase } from "latchkey/adapters/prisma";
import GitHub from "latchkey/providers/github";
import { createClient } from "@libsql/client";
import { drizzle } from "drizzle-orm/libsql";
import { integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { describe, expect, expectTypeOf, it } from "vitest";

const usersTable = sqliteTable("user", {
  id: text("id").primaryKey(),
  name: text("name"),
  email: text("email").unique(),
  emailVerified: integer("emailVerified", { mode: "timestamp_ms" }),
  image: text("image"),
  role: text("role", { enum: ["admin", "member"] })
    .notNull()
    .default("member"),
  born: integer("born", { mode: "timestamp" }),
});

const db = drizzle(createClient({ url: ":memory:" }));

/** As a generated client declares its models. */
interface Client extends PrismaDatabase {
  readonly user: {
    readonly [key: symbol]: {
      types: {
        payload: {
          scalars: {
            id: bigint;
            name: string | null;
            email: string | null;
            emailVerified: Date | null;
            image: string | null;
            role: "ADMIN" | "MEMBER";
            visits: bigint;
          };
        };
      };
    };
  };
}

describe("columns of your own in the schema of Drizzle", () => {
  const adapter = DrizzleAdapter(db, { usersTable });

  it("are in the rows, which have the ids of the library", () => {
    type Row = Awaited<ReturnType<typeof adapter.createUser>>;
    expectTypeOf<Row["role"]>().toEqualTypeOf<"admin" | "member">();
    expectTypeOf<Row["born"]>().toEqualTypeOf<Date | null>();
    expectTypeOf<Row["id"]>().toEqualTypeOf<string>();
    expectTypeOf<Row["emailVerified"]>().toEqualTypeOf<Date | null>();
    expect(adapter).toHaveProperty("createUser");
  });

  it("are in the callbacks, events and the session", () => {
    const config = defineConfig({
      adapter,
      providers: [GitHub],
      callbacks: {
        session: ({ session, user }) => ({
          ...session,
          user: { ...session.user, role: user.role },
        }),
      },
      events: {
        createUser: ({ user }) => {
          expectTypeOf(user.role).toEqualTypeOf<"admin" | "member" | undefined>();
        },
      },
    });
    type Shown = SessionOf<typeof config>["user"];
    expectTypeOf<NonNullable<Shown>["role"]>().toEqualTypeOf<"admin" | "member">();
    expect(config.adapter).toBe(adapter);
  });

  it("are none without a table of your own", () => {
    const plain = DrizzleAdapter(db);
    type Row = Awaited<ReturnType<typeof plain.createUser>>;
    // @ts-expect-error There is no such column.
    type _Role = Row["role"];
    expect(plain).toHaveProperty("createUser");
  });
});

describe("fields of your own in the models of Prisma", () => {
  const make = (prisma: Client) => PrismaAdapter(prisma);
  type Row = Awaited<ReturnType<ReturnType<typeof make>["createUser"]>>;

  it("are in the rows, which have the ids of the library", () => {
    expectTypeOf<Row["role"]>().toEqualTypeOf<"ADMIN" | "MEMBER">();
    expectTypeOf<Row["visits"]>().toEqualTypeOf<bigint>();
    expectTypeOf<Row["id"]>().toEqualTypeOf<string>();
    expect(make).toBeTypeOf("function");
  });

  it("are in the callbacks and the session", () => {
    const configFor = (prisma: Client) =>
      defineConfig({
        adapter: PrismaAdapter(prisma),
        providers: [GitHub],
        callbacks: {
          session: ({ session, user }) => ({ ...session, role: user.role }),
        },
      });
    expectTypeOf<SessionOf<typeof configFor>["role"]>().toEqualTypeOf<"ADMIN" | "MEMBER">();
    expect(configFor).toBeTypeOf("function");
  });
});

/** As `wrangler types` declares them. */
interface D1Result<T> {
  results: T[];
  success: true;
  meta: { duration: number; changes: number; last_row_id: number } & Record<string, unknown>;
}
declare abstract class D1PreparedStatement {
  bind(...values: unknown[]): D1PreparedStatement;
  all<T = Record<string, unknown>>(): Promise<D1Result<T>>;
}
declare abstract class D1Database {
  prepare(query: string): D1PreparedStatement;
  batch<T = unknown>(statements: D1PreparedStatement[]): Promise<D1Result<T>[]>;
}

describe("columns of your own in D1", () => {
  const make = (database: D1Database) => D1Adapter(database, { user: { role: "text" } });

  it("are in the rows, and Cloudflare's own types are taken", () => {
    type Row = Awaited<ReturnType<ReturnType<typeof make>["createUser"]>>;
    expectTypeOf<Row["role"]>().toEqualTypeOf<string | null>();
    expect(make).toBeTypeOf("function");
  });

  it("are in the callbacks and the session", () => {
    const configFor = (database: D1Database) =>
      defineConfig({
        adapter: make(database),
        providers: [GitHub],
        callbacks: { session: ({ session, user }) => ({ ...session, role: user.role }) },
      });
    expectTypeOf<SessionOf<typeof configFor>["role"]>().toEqualTypeOf<string | null>();
    expect(configFor).toBeTypeOf("function");
  });
});
