import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";
import base from "../../vitest.config.ts";

export default defineConfig({
  root: fileURLToPath(new URL("../..", import.meta.url)),
  resolve: base.resolve,
  test: {
    include: ["test/frameworks/nuxt-built.ts"],
    globalSetup: ["test/support/services-setup.ts"],
    setupFiles: ["test/support/setup.ts"],
    pool: "forks",
    testTimeout: 60_000,
    hookTimeout: 60_000,
    reporters: ["default", "json"],
    outputFile: { json: ".cache/results/nuxt.json" },
  },
});
