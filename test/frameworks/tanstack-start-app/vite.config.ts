import { tanstackStart } from "@tanstack/react-start/plugin/vite";
import { defineConfig } from "vite";
import tests from "../../../vitest.config.js";

/** The application sees the sources, as all tests do. */
export default defineConfig({
  plugins: [
    tanstackStart({
      router: { addExtensions: ".js" },
      // The suite changes NODE_ENV, and calls server functions as the client does.
      server: { build: { staticNodeEnv: false } },
      serverFns: { generateFunctionId: ({ functionName }) => functionName.split("_")[0] },
    }),
  ],
  resolve: tests.resolve ?? {},
  build: { outDir: "../../../.cache/tanstack-start", emptyOutDir: true },
  logLevel: "error",
});
