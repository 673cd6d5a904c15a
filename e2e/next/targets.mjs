// Which application is built with which version of Next.js, and what is asked of it.
import { mkdtempSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { mount, scenarios as belowMount } from "./base-path.mjs";
import { scenarios as inBrowser, startWithProvider } from "./browser.mjs";
import { prepareFresh, scenarios as withDoctor, startFresh } from "./doctor.mjs";
import { scenarios as example, withUrl, withoutDatabase, withoutSecret } from "./example.mjs";
import { scenarios as lab } from "./lab.mjs";
import { cached, scenarios as atTheEdge } from "./one-config.mjs";
import { env as movedEnv, scenarios as moved } from "./moved-v4.mjs";
import { buildProject, copyProject, moveProject, startProject } from "./project.mjs";

const root = fileURLToPath(new URL("../..", import.meta.url));
const oldest = join(root, "e2e", "next-oldest");
const previous = join(root, "e2e", "next-previous");
const current = join(root, "examples", "next");
const secret = "a secret for tests, longer than 32 characters";
const trusting = { AUTH_SECRET: secret, AUTH_TRUST_HOST: "true" };

const middleware = readFileSync(join(previous, "middleware.ts"), "utf8");
const inNode = middleware.replace(
  "export const config = {",
  'export const config = { runtime: "nodejs",',
);
const withMount = readFileSync(join(previous, "next.config.mjs"), "utf8").replace(
  "export default {",
  `export default { basePath: ${JSON.stringify(mount)},`,
);
/** Next.js 14 knows one of its settings by another name. */
const onOldest = {
  "next.config.mjs": "export default { eslint: { ignoreDuringBuilds: true } };\n",
};
/** And a request of its own is none by its types, when they are read that strictly. */
const lessStrict = readFileSync(join(root, "e2e/next-v4/tsconfig.json"), "utf8").replace(
  '"exactOptionalPropertyTypes": true,',
  "",
);
const asProxy = { "middleware.ts": null, "proxy.ts": middleware };

/** The laboratory, or another application, with the packages of a project and some files replaced. */
function labOn(packages, name, options) {
  const { files = {}, flags = [], scenarios = lab, sources = previous, env = trusting } = options;
  const { short = false, moves = false } = options;
  // Outside of the repository, so that no package is found in a folder above.
  const target = join(tmpdir(), "latchkey-next", name);
  return {
    short,
    prepare: () => {
      copyProject({ sources, packages, target, files });
      if (moves) moveProject(target);
      buildProject(target, flags);
    },
    suites: [{ start: () => startProject(target, env), scenarios }],
  };
}

/** One configuration for all runtimes. What the previous version doesn't know is left out there. */
const one = { sources: join(root, "e2e", "next-one"), short: true };
const withoutCache = {
  "app/report/page.tsx": null,
  "app/late/page.tsx": null,
  "app/mine/page.tsx": null,
  "app/wrong/page.tsx": null,
};
const withCache = {
  "middleware.ts": null,
  "proxy.ts": readFileSync(join(one.sources, "middleware.ts"), "utf8").replace(
    "as middleware",
    "as proxy",
  ),
  "next.config.mjs":
    "export default { cacheComponents: true, turbopack: { root: import.meta.dirname } };\n",
};

/** Nothing but what `latchkey init` wrote, which is looked at and not built. */
function freshOn(packages, name) {
  const target = join(tmpdir(), "latchkey-next", name);
  return {
    short: true,
    prepared: "`latchkey init` writes to it",
    prepare: () => prepareFresh({ sources: previous, packages, target }),
    suites: [{ start: () => startFresh(target), scenarios: withDoctor }],
  };
}

/** An application of next-auth 4, in which `latchkey move` is run. */
const movedV4 = {
  moves: true,
  sources: join(root, "e2e", "next-v4"),
  scenarios: moved,
  env: movedEnv,
  short: true,
};

/** The example, each time with an empty database. */
async function startExample(env) {
  const file = join(mkdtempSync(join(tmpdir(), "latchkey-")), "example.db");
  const settings = { DATABASE_URL: `file:${file}`, ...env };
  return { ...(await startProject(current, settings)), settings };
}

const url = { ...trusting, AUTH_URL: "https://app.test" };
const lost = { ...trusting, DATABASE_URL: "file:/nowhere/at/all.db" };

/** Those that are `short` are part of `npm test`. */
export const targets = {
  "16, the example": {
    short: true,
    prepare: () => buildProject(current),
    suites: [
      { start: () => startExample(trusting), scenarios: example },
      { start: () => startExample({ ...trusting, AUTH_SECRET: "" }), scenarios: withoutSecret },
      { start: () => startExample(lost), scenarios: withoutDatabase },
      { start: () => startExample(url), scenarios: withUrl },
      { start: () => startWithProvider(startExample, trusting), scenarios: inBrowser },
    ],
  },
  "14, middleware at the edge, webpack": labOn(oldest, "14-edge", { files: onOldest }),
  "14, moved from next-auth 4": labOn(oldest, "14-moved", {
    ...movedV4,
    files: { ...onOldest, "tsconfig.json": lessStrict },
    short: false,
  }),
  "15, middleware at the edge, webpack": labOn(previous, "15-edge", { short: true }),
  "15, middleware in Node.js, Turbopack": labOn(previous, "15-node", {
    files: { "middleware.ts": inNode },
    flags: ["--turbopack"],
  }),
  "15, one configuration, middleware at the edge": labOn(previous, "15-one", {
    ...one,
    files: withoutCache,
    scenarios: atTheEdge,
  }),
  "16, one configuration, cache components": labOn(current, "16-one", {
    ...one,
    files: withCache,
    scenarios: cached,
  }),
  "15, moved from next-auth 4": labOn(previous, "15-moved", movedV4),
  "16, moved from next-auth 4": labOn(current, "16-moved", { ...movedV4, short: false }),
  "16, a fresh application": freshOn(current, "16-fresh"),
  "16, proxy": labOn(current, "16-proxy", { files: asProxy }),
  "16, with a basePath": labOn(current, "16-base-path", {
    files: { ...asProxy, "next.config.mjs": withMount },
    scenarios: belowMount,
  }),
};
