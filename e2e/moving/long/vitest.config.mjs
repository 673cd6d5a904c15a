import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";
import base from "../vitest.config.mjs";

export default defineConfig({
  ...base,
  test: {
    ...base.test,
    include: ["e2e/moving/long/*.test.mjs"],
    maxWorkers: 1,
    // Each test builds an application twice, or installs what a page says.
    testTimeout: 900_000,
    outputFile: {
      json: fileURLToPath(new URL("../../../.cache/results-long/moving.json", import.meta.url)),
    },
  },
});
