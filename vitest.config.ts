import { defineConfig } from "vitest/config";
import { sourceAliases } from "./test/support/aliases.js";
import { sharingProcess } from "./test/support/shared-process.js";

const { together, served } = sharingProcess();

/** Ratios of speed: a step of their own, beside which only one other runs. */
const alone = ["test/package/speed.test.ts"];

/** What installs the packed tarball with npm: a step of its own, since it mostly waits. */
const installed = ["test/installed/**/*.test.ts"];

/** Vitest's own option for this does not count for projects. */
const leftOut = process.env["LATCHKEY_LEAVE_OUT"]?.split(",") ?? [];

const project = (
  name: string,
  test: {
    isolate?: false;
    env?: Record<string, string>;
    include: string[];
    exclude?: string[];
    testTimeout?: number;
  },
) => ({
  extends: true as const,
  test: { name, ...test },
});

const shared = (name: string, include: string[]) =>
  project(name, {
    isolate: false,
    env: { SHARED_PROCESS: "true" },
    include,
    exclude: [...alone, ...leftOut],
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
      shared("together", together),
      shared("served", served),
      project("others", {
        include: ["src/**/*.test.ts", "test/**/*.test.ts"],
        exclude: [...together, ...served, ...alone, ...installed, ...leftOut],
      }),
      project("alone", { include: alone }),
      ...(process.env["WRITE_RELEASE"] === "true"
        ? [project("release", { include: ["test/releases/write.ts"] })]
        : []),
      project("installed", { include: installed, testTimeout: 60_000 }),
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
