import { defineConfig } from "vitest/config";
import { sourceAliases } from "./test/support/aliases.js";

const folders = [
  ...["adapters", "journeys", "properties", "regressions", "second-step", "security", "state"],
  "testing",
];
/**
 * Files that share a process, so that the library is loaded once and not three hundred times. What must
 * have one of its own: who replaces modules, the tracer or, as some frameworks do, Response; who measures the
 * processor, who needs a browser.
 */
const together = ["src/**/*.test.ts", ...folders.map((folder) => `test/${folder}/**/*.test.ts`)];
const apart = [
  "src/flows/webauthn/library{,-version}.test.ts",
  "test/journeys/opentelemetry.test.ts",
  "test/properties/audit-webhook.test.ts",
  "test/regressions/silent-{connection,redis}.test.ts",
  "test/security/{h-race,h-timing,t-processes}.test.ts",
];

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
        exclude: [...apart, ...leftOut],
      }),
      project("apart", { include: apart, exclude: leftOut }),
      project("others", {
        include: ["test/**/*.test.ts"],
        exclude: [...together, ...apart, ...alone],
      }),
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
