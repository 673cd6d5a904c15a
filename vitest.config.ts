import { defineConfig } from "vitest/config";
import { sourceAliases } from "./test/support/aliases.js";

/**
 * Files that share a process, so that what they load is loaded once: those beside the sources, which ask nothing
 * of services. Who replaces modules has one of its own.
 */
const together = ["src/**/*.test.ts"];
const apart = ["src/flows/webauthn/library{,-version}.test.ts"];

/** Ratios of speed: nothing else may run beside them. */
const alone = ["test/package/speed.test.ts"];

/** Vitest's own option for this does not count for projects. */
const leftOut = process.env["LATCHKEY_LEAVE_OUT"]?.split(",") ?? [];

const project = (
  name: string,
  test: { isolate?: false; env?: Record<string, string>; include: string[]; exclude?: string[] },
) => ({
  extends: true as const,
  test: { name, ...test },
});

export default defineConfig({
  resolve: { alias: sourceAliases() },
  test: {
    globalSetup: ["test/support/services-setup.ts"],
    // The first looks last at what is left.
    setupFiles: [
      "test/support/untouched-setup.ts",
      "test/support/setup.ts",
      "test/support/secrecy/setup.ts",
    ],
    pool: "forks",
    // They wait for databases and browsers as much as they compute.
    maxWorkers: 3,
    testTimeout: 20_000,
    hookTimeout: 60_000,
    reporters: ["default", "json"],
    outputFile: { json: ".cache/results/vitest.json" },
    projects: [
      project("together", {
        isolate: false,
        env: { SHARED_PROCESS: "true" },
        include: together,
        exclude: apart,
      }),
      project("apart", { include: apart }),
      project("others", { include: ["test/**/*.test.ts"], exclude: [...alone, ...leftOut] }),
      project("alone", { include: alone }),
    ],
    coverage: {
      provider: "v8",
      include: ["src/**/*.ts"],
      exclude: ["src/**/*.test.ts", "src/types/**"],
      reporter: ["text-summary", "html", "json-summary"],
      reportsDirectory: "coverage",
    },
  },
});
