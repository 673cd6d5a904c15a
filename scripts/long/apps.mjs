// Applications that other tools build for production, with tests of their own: node scripts/long/apps.mjs next
//   next: eight minutes; nuxt: two, and its install; qwik: one, and its install
import { nextResults, nuxtResults, qwikResults } from "../check/results.mjs";
import { keepTests } from "./kept-tests.mjs";

const apps = {
  next: ["Next.js 14, 15 and 16, webpack and Turbopack: tests that pass", nextResults],
  nuxt: ["Nuxt, built for production: tests that pass", nuxtResults],
  qwik: ["@auth/qwik on latchkey, built by Qwik: tests that pass", qwikResults],
};

const [check = ""] = process.argv.slice(2);
const [what, results] = apps[check];
keepTests({ check, what, results, args: [`e2e/${check}/run.mjs`] });
