import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Kysely, PostgresDialect, SqliteDialect } from "kysely";
import { migrate, SqlAdapter } from "latchkey/adapters/sql";
import type { Adapter } from "latchkey/adapters";
import Database from "libsql";
import { Pool } from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { passkeyWorld, Person } from "../support/authenticator-world.js";
import { location } from "../support/client.js";
import { strategies } from "../support/config.js";
import { freshPostgres } from "../support/services.js";

const folder = await mkdtemp(join(tmpdir(), "latchkey-passkeys-"));
afterAll(() => rm(folder, { recursive: true }));
const postgres = await freshPostgres();

const stores = [
  {
    name: "SQLite",
    skip: false,
    open: () => new SqliteDialect({ database: new Database(join(folder, "passkeys.db")) }),
  },
  {
    name: "PostgreSQL",
    skip: postgres.skip,
    open: () => new PostgresDialect({ pool: new Pool({ connectionString: postgres.url }) }),
  },
];

for (const { name, skip, open } of stores) {
  describe.skipIf(skip)(`passkeys in ${name}`, () => {
    let db: Kysely<unknown>;
    let adapter: Adapter;
    beforeAll(async () => {
      db = new Kysely<unknown>({ dialect: open() });
      await migrate(db);
      adapter = SqlAdapter(db);
    });
    afterAll(() => db.destroy());

    describe.each(strategies)("strategy %s", (strategy) => {
      const email = `${strategy}@example.org`;

      it("[SVC-1] a passkey signs up, signs in and is joined by a second one [ADP-6]", async () => {
        const { config } = passkeyWorld(strategy, { adapter });
        const user = new Person(config);
        await user.register(email);
        await user.signOut();
        await user.authenticate();
        expect(await user.who()).toBe(email);
        const second = new Person(config, { browser: user.browser });
        await second.register();
        await user.signOut();
        await second.authenticate({ email });
        expect(await user.who()).toBe(email);
        const id = (await adapter.getUserByEmail?.(email))?.id ?? "";
        const found = (await adapter.listAuthenticatorsByUserId?.(id)) ?? [];
        expect(found.map(({ counter }) => counter).sort()).toEqual([2, 2]);
      });

      it("K07 K09 leaves nothing behind when the credential is somebody's already", async () => {
        const { config } = passkeyWorld(strategy, { adapter });
        const user = new Person(config);
        await user.register(`first-${email}`);
        const id = user.authenticator.credentials[0]?.id ?? "";
        const credentialId = Buffer.from(id, "base64url");
        const response = await new Person(config).register(`thief-${email}`, { credentialId });
        expect(location(response)).toContain("error=AccountNotLinked");
        expect(await adapter.getUserByEmail?.(`thief-${email}`)).toBeNull();
      });

      it("K09 leaves no user when the authenticator can't be stored", async () => {
        const createAuthenticator = () => Promise.reject(new Error("disk full"));
        const { transaction } = adapter;
        const broken: Adapter = {
          ...adapter,
          createAuthenticator,
          ...(transaction && {
            transaction: (work) => transaction((inner) => work({ ...inner, createAuthenticator })),
          }),
        };
        const { config } = passkeyWorld(strategy, { adapter: broken });
        const response = await new Person(config).register(`broken-${email}`);
        expect(location(response)).toContain("error=Configuration");
        expect(await adapter.getUserByEmail?.(`broken-${email}`)).toBeNull();
      });
    });
  });
}
