// The tests that judge mutants: those beside the source of the folders that are changed. Journeys through the door
// notice more, but take a hundred times as long; what only they reach is counted, and not judged.
import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";
import base from "../../vitest.config.ts";

export default defineConfig({
  root: fileURLToPath(new URL("../..", import.meta.url)),
  resolve: base.resolve,
  test: {
    include: ["src/{accounts,cookies,crypto,http,sessions}/*.test.ts"],
    // A million steps each, and each step counted where it is mutated: minutes.
    testNamePattern: /^(?!.*(?:ln: 1\d|lets others work meanwhile))/,
    env: { MUTANTS: "true" },
    testTimeout: 20_000,
    hookTimeout: 20_000,
  },
});
