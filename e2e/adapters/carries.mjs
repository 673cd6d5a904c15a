import { extend } from "latchkey/adapters/extend";
import { connect, migrate, SqlAdapter } from "latchkey/adapters/sql";
import { afterAll, beforeAll, describe } from "vitest";
import { runSuite } from "../../test/adapters/run-suite.ts";
import { storageJourneys } from "../../test/support/stores-journeys.ts";
import { revocationJourneys } from "../../test/support/stores-revocation.ts";

/**
 * The compatibility suite, but for what is known of the package, and then whole sign-ins through the library. There the
 * races are in one process: what keeps them safe where the package has no unique keys is the library itself.
 */
export function carries(adapter, options) {
  describe("compatibility suite", () => runSuite(adapter, options));
  describe("sign-ins through the library", () => {
    const get = typeof adapter === "function" ? adapter : () => adapter;
    storageJourneys(get, { manyProcesses: false });
    revocationJourneys(get);
  });
}

/**
 * The same package with what it lacks from ours, on the same tables of one database: accounts are listed and their tokens
 * renewed, sessions ended, passkeys taken away. The tables of both must be there before.
 */
export async function extended(adapter, { url, layout, options }) {
  const db = await connect(url || "postgres://localhost");
  const more = SqlAdapter(db, { layout });
  describe("extended by ours", () => {
    beforeAll(() => migrate(db, { layout }));
    afterAll(() => db.destroy());
    runSuite(extend(adapter, more), options);
    storageJourneys(() => extend(adapter, more), { manyProcesses: false });
  });
}
