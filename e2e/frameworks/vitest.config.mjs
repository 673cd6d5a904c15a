import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";
import base from "../../vitest.config.ts";
import { previousMajors } from "../frameworks-majors/resolve.mjs";

const project = (name, plugins = []) => ({
  extends: true,
  plugins,
  test: { name, include: [`e2e/${name}/*.test.mjs`] },
});

export default defineConfig({
  root: fileURLToPath(new URL("../..", import.meta.url)),
  resolve: base.resolve,
  test: {
    globalSetup: ["test/support/services-setup.ts"],
    setupFiles: ["test/support/setup.ts"],
    pool: "forks",
    maxWorkers: 1,
    testTimeout: 60_000,
    // Each application is built first.
    hookTimeout: 300_000,
    reporters: ["default", "json"],
    outputFile: { json: ".cache/results-long/frameworks.json" },
    projects: [project("frameworks"), project("frameworks-majors", [previousMajors])],
  },
});
