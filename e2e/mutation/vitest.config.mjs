// The tests that judge mutants: those beside the source of the folders that are changed, and through the door those
// that take little and reach what has none beside it. All journeys notice more, but take a hundred times as long; so
// the score is rather too low than too high.
import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";
import base from "../../vitest.config.ts";

export default defineConfig({
  root: fileURLToPath(new URL("../..", import.meta.url)),
  resolve: base.resolve,
  test: {
    include: [
      "src/{accounts,cookies,crypto,http,sessions}/*.test.ts",
      "test/journeys/{account,fresh-proof,oauth-linking,second-step,sessions*}.test.ts",
      "test/regressions/session-*.test.ts",
      "test/security/{cc-account,i-account-linking,j-sessions,u-*,x-fresh-proof,x-passkeys,x-texts}.test.ts",
    ],
    setupFiles: ["test/support/setup.ts"],
    // A million steps each, and each step counted where it is mutated: minutes.
    testNamePattern: /^(?!.*(?:ln: 1\d|lets others work meanwhile))/,
    env: { MUTANTS: "true" },
    testTimeout: 20_000,
    hookTimeout: 20_000,
  },
});
