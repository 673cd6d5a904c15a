import { sveltekit } from "@sveltejs/kit/vite";
import { defineConfig } from "vite";
import tests from "../../../vitest.config.js";

/** The application sees the sources, as all tests do. */
export default defineConfig({
  plugins: [sveltekit()],
  resolve: tests.resolve ?? {},
  logLevel: "error",
});
