// The framework suite, examples/nuxt and Chromium on what Nuxt builds for production.
//   node scripts/long/nuxt.mjs      about two minutes, and its install
import { nuxtResults } from "../results.mjs";
import { keepTests } from "./kept-tests.mjs";

keepTests({
  check: "nuxt",
  what: "Nuxt, built for production: tests that pass",
  results: nuxtResults,
  args: ["e2e/nuxt/run.mjs"],
});
