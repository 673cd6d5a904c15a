// Rows of next-auth 4 in PostgreSQL, by the published adapter of its time, and the same adapter with latchkey/v4.
import { createRequire } from "node:module";
import SequelizeAdapter from "@next-auth/sequelize-adapter";
import { NextAuth, getServerSession } from "latchkey/v4";
import { Sequelize } from "sequelize";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { freshPostgres } from "../../test/support/services.ts";
import { Person, servePages } from "./pages-server.mjs";

const require = createRequire(import.meta.url);
const { default: PublishedNextAuth } = require("next-auth4");
const { default: PublishedEmail } = require("next-auth4/providers/email");

const secret = "a secret of the tests that is long enough for everybody";
const soon = new Date(Date.now() + 30 * 24 * 60 * 60 * 1000);
const email = "ada@example.org";
const { skip, url } = await freshPostgres();

beforeEach(() => {
  vi.stubEnv("NEXTAUTH_URL", "http://127.0.0.1");
});
afterEach(() => {
  vi.unstubAllEnvs();
});

describe.skipIf(skip)("rows of next-auth 4 by @next-auth/sequelize-adapter", () => {
  const sequelize = new Sequelize(url, { logging: false });
  beforeAll(async () => {
    SequelizeAdapter(sequelize);
    await sequelize.sync();
  });
  afterAll(() => sequelize.close());
  beforeEach(() =>
    sequelize.query("truncate users, accounts, sessions, verification_tokens cascade"),
  );

  const count = async (table) => {
    const [[row]] = await sequelize.query(`select count(*) as n from ${table}`);
    return Number(row.n);
  };

  /** A server of either, and the links that both sent. */
  async function both({ writes }) {
    const mails = [];
    const sendVerificationRequest = ({ url: link }) => void mails.push(new URL(link));
    const common = {
      secret,
      adapter: SequelizeAdapter(sequelize, { synchronize: false }),
      logger: { error() {}, warn() {} },
    };
    const server = "smtp://localhost";
    const published = PublishedEmail({ server, from: "a@example.org", sendVerificationRequest });
    const old = await servePages(PublishedNextAuth({ ...common, providers: [published] }));
    const options = {
      ...common,
      providers: [
        { id: "email", name: "Email", type: "email", sendVerificationRequest, confirm: "never" },
      ],
      migration: { until: soon, writes },
    };
    const now = await servePages((req, res) =>
      req.url === "/me"
        ? getServerSession(req, res, options).then((session) => res.json(session))
        : NextAuth(req, res, options),
    );
    const signIn = async (person, origin) => {
      await person.post(`${origin}/api/auth/signin/email`, { email });
      const { search } = mails.at(-1);
      await person.ask(`${origin}/api/auth/callback/email${search}`);
    };
    const who = async (person, origin) =>
      (await person.json(`${origin}/api/auth/session`)).user?.email ?? null;
    return { old, now, signIn, who };
  }

  it("who signed in there is signed in here, by the same row", async () => {
    const { old, now, signIn, who } = await both({ writes: false });
    const person = new Person();
    await signIn(person, old);
    expect(person.sessionCookies()).toEqual(["next-auth.session-token"]);
    expect(await who(person, old)).toBe(email);
    expect((await person.json(`${now}/me`)).user.email).toBe(email);
    expect(await who(person, now)).toBe(email);
    expect(person.sessionCookies()).toEqual(["authjs.session-token"]);
    expect(await who(person, now)).toBe(email);
    expect([await count("users"), await count("sessions")]).toEqual([1, 1]);
    await person.post(`${now}/api/auth/signout`, {});
    expect(await count("sessions")).toBe(0);
  });

  it("both side by side, requests alternating", async () => {
    const { old, now, signIn, who } = await both({ writes: true });
    for (const origin of [old, now]) {
      const person = new Person();
      await signIn(person, origin);
      expect(person.sessionCookies()).toEqual(["next-auth.session-token"]);
      for (let turn = 0; turn < 4; turn++) {
        expect(await who(person, turn % 2 === 0 ? old : now)).toBe(email);
      }
      await person.post(`${origin === old ? now : old}/api/auth/signout`, {});
      expect([await who(person, old), await who(person, now)]).toEqual([null, null]);
    }
    expect([await count("users"), await count("sessions")]).toEqual([1, 0]);
  });
});
