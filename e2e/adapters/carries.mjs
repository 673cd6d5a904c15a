import { describe } from "vitest";
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
