import { defineConfig, type ProviderIdsOf, type SessionOf } from "latchkey";
import type { AdapterUser } from "latchkey/adapters";
import { MemoryAdapter } from "latchkey/adapters/memory";
import { connect, SqlAdapter } from "latchkey/adapters/sql";
import { getSession, MiddlewareAuth, type ExpressAuthConfig } from "latchkey/express";
import { FullstackAuth, type NextAuthConfig, type NextAuthResult } from "latchkey/next";
import Credentials from "latchkey/providers/credentials";
import GitHub from "latchkey/providers/github";
import Google from "latchkey/providers/google";
import Nodemailer from "latchkey/providers/nodemailer";
import Passkey from "latchkey/providers/passkey";
import { authClient } from "latchkey/react";
import type { JsonValue, Session } from "latchkey/types";
import type { Kysely } from "kysely";
import { describe, expect, expectTypeOf, it } from "vitest";

type Req = Parameters<typeof getSession>[0];
type SessionIn<T extends { auth: unknown }> = SessionOf<T["auth"]>;

const db = await connect("file::memory:");
const adapter = SqlAdapter(db, {
  user: { role: "text", age: "integer", active: "boolean", born: "date", settings: "json" },
});

const withRole = FullstackAuth({
  providers: [GitHub, Google({ id: "work" }), Nodemailer({ from: "a@b.example" })],
  callbacks: {
    session: ({ session }) => ({ ...session, role: "admin" as const, since: new Date(0) }),
  },
});

const config = defineConfig({
  adapter,
  providers: [
    GitHub,
    Credentials({
      credentials: { email: { type: "email" }, password: { type: "password" } },
      authorize: ({ email }) => adapter.getUserByEmail(email),
    }),
  ],
  callbacks: {
    session: ({ session, user }) => ({ ...session, user: { ...session.user, role: user.role } }),
  },
});

const readHere = (req: Req) => getSession(req, config);

describe("the session is what the `session` callback returns", () => {
  it("in `auth()` of Next.js", () => {
    expectTypeOf<SessionIn<typeof withRole>["role"]>().toEqualTypeOf<"admin">();
    expectTypeOf(withRole.auth).toBeCallableWith();
  });
  it("and keeps what every session has", () => {
    expectTypeOf<SessionIn<typeof withRole>["expires"]>().toEqualTypeOf<string>();
    expectTypeOf<SessionIn<typeof withRole>>().toExtend<Session>();
  });
  it("in the request of a wrapped handler", () => {
    withRole.auth((request) => {
      expectTypeOf(request.auth?.role).toEqualTypeOf<"admin" | undefined>();
      return undefined;
    });
  });
  it("in what `unstable_update` resolves to", () => {
    type Updated = Awaited<ReturnType<typeof withRole.unstable_update>>;
    expectTypeOf<NonNullable<Updated>["role"]>().toEqualTypeOf<"admin">();
  });
  it("in what `unstable_update` takes", () => {
    expectTypeOf(withRole.unstable_update).toBeCallableWith({ role: "admin" });
  });
  it("when the callback is asynchronous", () => {
    const later = FullstackAuth({
      providers: [],
      callbacks: { session: async ({ session }) => Promise.resolve({ ...session, plan: 1 }) },
    });
    expectTypeOf<SessionIn<typeof later>["plan"]>().toEqualTypeOf<number>();
  });
  it("when the callback is written as a method", () => {
    const method = FullstackAuth({
      providers: [],
      callbacks: {
        session({ session }) {
          return { ...session, tenant: "a" };
        },
      },
    });
    expectTypeOf<SessionIn<typeof method>["tenant"]>().toEqualTypeOf<string>();
  });
  it("when the configuration is made for each request", () => {
    const lazy = FullstackAuth(() => ({
      providers: [GitHub],
      callbacks: { session: ({ session }: { session: Session }) => ({ ...session, level: 3 }) },
    }));
    expectTypeOf<SessionIn<typeof lazy>["level"]>().toEqualTypeOf<number>();
  });
  it("with another callback before it", () => {
    const both = FullstackAuth({
      providers: [],
      callbacks: {
        authorized: ({ auth }) => auth?.user !== undefined,
        session: ({ session }) => ({ ...session, ok: true }),
      },
    });
    expectTypeOf<SessionIn<typeof both>["ok"]>().toEqualTypeOf<boolean>();
  });
  it("without a raw session token", () => {
    expectTypeOf<SessionIn<typeof withRole>>().not.toHaveProperty("sessionToken");
  });
  it("and `Session` without such a callback", () => {
    const plain = FullstackAuth({ providers: [GitHub] });
    expectTypeOf<SessionIn<typeof plain>>().toEqualTypeOf<Session>();
  });
  it("and `Session` when the configuration is annotated", () => {
    const annotated: NextAuthConfig = { providers: [] };
    expectTypeOf(FullstackAuth(annotated)).toEqualTypeOf<NextAuthResult>();
  });
  it("in `getSession` of Express, with the user's own columns", () => {
    type Read = NonNullable<Awaited<ReturnType<typeof readHere>>>;
    expectTypeOf<Read["user"]["role"]>().toEqualTypeOf<string | null>();
    expectTypeOf<Read["user"]["id"]>().toEqualTypeOf<string>();
  });
  it("in `getSession`, of a configuration that `satisfies` its type", () => {
    const given = {
      providers: [],
      callbacks: { session: ({ session }) => ({ ...session, quota: 5 }) },
    } satisfies ExpressAuthConfig;
    const read = (req: Req) => getSession(req, given);
    expectTypeOf<NonNullable<Awaited<ReturnType<typeof read>>>["quota"]>().toEqualTypeOf<number>();
  });
  it("by the name `SessionOf`, of a configuration", () => {
    expectTypeOf<SessionOf<typeof config>["user"]["role"]>().toEqualTypeOf<string | null>();
  });
  it("in React, with dates as the texts that JSON makes of them", () => {
    const client = authClient<typeof withRole.auth>();
    type Shown = NonNullable<ReturnType<typeof client.useSession>["data"]>;
    expectTypeOf<Shown["role"]>().toEqualTypeOf<"admin">();
    expectTypeOf<Shown["since"]>().toEqualTypeOf<string>();
  });
  it("in React, from the configuration of an Express application", () => {
    const client = authClient<typeof config>();
    type Shown = NonNullable<Awaited<ReturnType<typeof client.getSession>>>;
    expectTypeOf<Shown["user"]["role"]>().toEqualTypeOf<string | null>();
  });
});

describe("the fields that credentials declare", () => {
  it("are texts in `authorize`", () => {
    Credentials({
      credentials: { email: {}, code: { type: "number" } },
      authorize: (fields) => {
        expectTypeOf(fields).toEqualTypeOf<{ readonly email: string; readonly code: string }>();
        return null;
      },
    });
  });
  it("are unknown where none are declared", () => {
    Credentials({
      authorize: (fields) => {
        expectTypeOf(fields["anything"]).toEqualTypeOf<unknown>();
        return null;
      },
    });
  });
});

describe("the ids of providers", () => {
  it("are known of factories that are called and that are not, and of those renamed", () => {
    type Ids = ProviderIdsOf<typeof withRole.auth>;
    expectTypeOf<Ids>().toEqualTypeOf<"github" | "work" | "nodemailer">();
  });
  it("are known of credentials and passkeys", () => {
    const { auth } = FullstackAuth({ providers: [Credentials({}), Passkey] });
    expectTypeOf<ProviderIdsOf<typeof auth>>().toEqualTypeOf<"credentials" | "passkey">();
  });
  it("are known of objects of one's own", () => {
    const mine = { id: "mine", name: "Mine", type: "oidc", issuer: "https://id.example" } as const;
    const { auth } = FullstackAuth({ providers: [mine, GitHub] });
    expectTypeOf<ProviderIdsOf<typeof auth>>().toEqualTypeOf<"mine" | "github">();
  });
  it("are any text where a provider is not known before the program runs", () => {
    const list: NextAuthConfig["providers"] = [GitHub];
    const { auth } = FullstackAuth({ providers: list });
    expectTypeOf<ProviderIdsOf<typeof auth>>().toEqualTypeOf<string>();
  });
  it("are those that `signIn` takes, and a text that is not known beforehand", () => {
    expectTypeOf(withRole.signIn).toBeCallableWith("work");
    const chosen: string = Math.random() > 2 ? "github" : "work";
    expectTypeOf(() => withRole.signIn(chosen)).toBeFunction();
  });
  it("are those of `signIn` in React", () => {
    const { signIn } = authClient<typeof config>();
    expectTypeOf(() => signIn("credentials", { redirect: false })).toBeFunction();
    expectTypeOf<ProviderIdsOf<typeof config>>().toEqualTypeOf<"github" | "credentials">();
  });
});

describe("columns of one's own", () => {
  it("have the types of their kinds in the rows that the adapter gives", () => {
    type Row = NonNullable<Awaited<ReturnType<typeof adapter.getUser>>>;
    expectTypeOf<Row["role"]>().toEqualTypeOf<string | null>();
    expectTypeOf<Row["age"]>().toEqualTypeOf<number | null>();
    expectTypeOf<Row["active"]>().toEqualTypeOf<boolean | null>();
    expectTypeOf<Row["born"]>().toEqualTypeOf<Date | null>();
    expectTypeOf<Row["settings"]>().toEqualTypeOf<JsonValue>();
    expectTypeOf<Row["email"]>().toEqualTypeOf<string>();
  });
  it("can be written by `createUser`, which makes the id", () => {
    expectTypeOf(adapter.createUser).toBeCallableWith({ email: "a@b.example", role: "admin" });
    expectTypeOf(adapter.updateUser).toBeCallableWith({ id: "1", age: 3 });
  });
  it("are known to the callbacks", () => {
    defineConfig({
      adapter,
      providers: [],
      callbacks: {
        signIn: ({ user }) => {
          expectTypeOf(user.role).toEqualTypeOf<string | null | undefined>();
          return true;
        },
        jwt: ({ token, user }) => ({ ...token, role: user.role }),
        session: ({ session, user, token }) => {
          expectTypeOf(user.born).toEqualTypeOf<Date | null>();
          expectTypeOf(token.role).toEqualTypeOf<string | null | undefined>();
          return session;
        },
      },
    });
  });
  it("are declared by a type where the store needs no list of them", () => {
    const memory = MemoryAdapter<{ plan: "free" | "paid" }>();
    type Row = NonNullable<Awaited<ReturnType<typeof memory.getUserByEmail>>>;
    expectTypeOf<Row["plan"]>().toEqualTypeOf<"free" | "paid">();
    MiddlewareAuth({
      adapter: memory,
      providers: [],
      callbacks: {
        session: ({ session, user }) => {
          expectTypeOf(user.plan).toEqualTypeOf<"free" | "paid">();
          return session;
        },
      },
    });
  });
  it("are not there where none were declared", () => {
    const plain = SqlAdapter(db);
    type Row = NonNullable<Awaited<ReturnType<typeof plain.getUser>>>;
    expectTypeOf<Row>().toExtend<AdapterUser>();
    expectTypeOf<Row>().not.toHaveProperty("role");
  });
  it("stand beside the tables that `connect` is told of", async () => {
    interface Tables {
      Post: { id: string; title: string };
    }
    const typed = await connect<Tables>("file::memory:");
    expectTypeOf(typed).toEqualTypeOf<Kysely<Tables>>();
    await typed.destroy();
  });
});

it("all of it holds where it runs, too: the adapter keeps what was declared", async () => {
  await adapter.migrate();
  const born = new Date("2001-02-03T04:05:06.000Z");
  const made = await adapter.createUser({ email: "ada@example.com", role: "admin", born });
  const found = await adapter.getUser(made.id);
  expect(found).toMatchObject({ role: "admin", born, age: null, email: "ada@example.com" });
  expect(made.id).not.toBe("");
  await db.destroy();
});
