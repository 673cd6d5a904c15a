// An application of Qwik with the published @auth/qwik on latchkey, built by Qwik's own optimizer.
//   node scripts/long/qwik.mjs      about a minute, and its install
import { qwikResults } from "../results.mjs";
import { keepTests } from "./kept-tests.mjs";

keepTests({
  check: "qwik",
  what: "@auth/qwik on latchkey, built by Qwik: tests that pass",
  results: qwikResults,
  args: ["e2e/qwik/run.mjs"],
});
