// Changes the source in small ways, one at a time, and runs the tests on each: a change that no test notices is
// behavior that nothing proves. Run by scripts/long/mutation.mjs, from the root of the repository.

/** @type {import("@stryker-mutator/api/core").PartialStrykerOptions} */
export default {
  testRunner: "vitest",
  plugins: ["@stryker-mutator/vitest-runner"],
  vitest: { configFile: "e2e/mutation/vitest.config.mjs", related: false },
  coverageAnalysis: "perTest",
  incremental: true,
  incrementalFile: ".cache/mutation/incremental.json",
  tempDirName: ".cache/mutation/sandbox",
  cleanTempDir: "always",
  // What the tests need; nothing else of the tree is copied.
  ignorePatterns: [
    "**",
    ...["!src/**", "!test/**", "!e2e/mutation/*.mjs"],
    ...["!package.json", "!vitest.config.ts", "!tsconfig*.json"],
  ],
  reporters: ["json", "clear-text", "progress-append-only"],
  jsonReporter: { fileName: ".cache/mutation/report.json" },
  clearTextReporter: { allowColor: false, logTests: false },
  concurrency: 2,
  // Ample, since a mutant that is stopped counts as noticed and a busy machine mustn't be what stops it.
  timeoutMS: 15_000,
  timeoutFactor: 4,
  dryRunTimeoutMinutes: 5,
  // No kind of mutant is left out, texts of errors included, but those that run when a module is loaded: each of them
  // takes all tests.
  ignoreStatic: true,
  warnings: { slow: false },
};
