// The rooms of src/, lowest first. A file may import from its own room and from those below it: so there are no cycles
// between folders, types included.
const rooms = [
  ["values", "^src/core/values/"],
  ["errors", "^src/core/errors/"],
  ["types", "^src/types/"],
  ["async", "^src/core/async/"],
  ["records", "^src/core/records/"],
  ["crypto", "^src/core/crypto/"],
  ["diagnosis", "^src/core/diagnosis/"],
  ["cookies", "^src/core/cookies/"],
  ["http", "^src/core/http/"],
  ["events", "^src/core/events/"],
  ["pages", "^src/pages/"],
  ["state", "^src/core/state/"],
  ["sessions", "^src/core/sessions/"],
  ["provisional", "^src/core/provisional/"],
  ["contracts", "^src/core/[^/]+\\.ts$"],
  ["plugin-hooks", "^src/core/plugins/"],
  ["passkeys", "^src/core/passkeys/"],
  ["rows", "^src/adapters/rows/"],
  ["adapter-tools", "^src/adapters/[^/]+\\.ts$"],
  ["language", "^src/core/language/"],
  ["config", "^src/core/config/"],
  ["tokens", "^src/core/tokens/"],
  ["linking", "^src/core/linking/"],
  ["step-up", "^src/core/step-up/"],
  ["rate-limit", "^src/core/rate-limit/"],
  ["sign-in", "^src/core/sign-in/"],
  ["actions", "^src/core/actions/"],
  ["adapters", "^src/adapters/(?!rows/)[^/]+/"],
  ["engine", "^src/core/engine/"],
  ["doctor", "^src/doctor/"],
  ["flows", "^src/flows/"],
  // A plugin's server functions get the configuration.
  ["running", "^src/doors/(engine|plugin-app)\\.ts$"],
  ["plugins", "^src/(plugins|languages)/"],
  ["doors", "^src/doors/(?!(engine|plugin-app)\\.ts$)"],
  ["manage", "^src/manage/"],
  ["frameworks", "^src/frameworks/"],
  // For tests and development: nothing that ships loads them.
  ["kits", "^src/(testing|dev)/"],
];

const directions = rooms.slice(0, -1).map(([name, path], index) => ({
  name: `${name}-imports-down-only`,
  severity: "error",
  comment: "Imports go down only, types included.",
  from: { path, pathNot: "\\.test\\.ts$" },
  to: {
    path: rooms.slice(index + 1).map(([, above]) => above),
  },
}));

/** The folders of the OAuth flow, lowest first. Each imports those before it. */
const oauthRooms = [
  "provider",
  "client",
  "discovery",
  "advice",
  "authorize",
  "tokens",
  "profile",
  "callback",
];
const inOAuth = (rooms) => `^src/flows/oauth/(${rooms.join("|")})/`;

const roomOrder = oauthRooms.map((room, index) => ({
  name: `oauth-${room}-imports-down-only`,
  severity: "error",
  comment: "No cycles between folders; the flow's own files are above its folders.",
  from: { path: inOAuth([room]), pathNot: "\\.test\\.ts$" },
  to: {
    path: [
      "^src/flows/oauth/[^/]+\\.ts$",
      ...(index + 1 < oauthRooms.length ? [inOAuth(oauthRooms.slice(index + 1))] : []),
    ],
  },
}));

const nodeAllowed = "^src/(frameworks/|adapters/(sql|redis|suite)|cli)|\\.test\\.ts$";

// Packages that only one place may import. Everything else but `core` is forbidden in src/.
const core = ["cookie", "jose", "oauth4webapi"];
const homes = {
  "@noble/hashes": "^src/core/crypto/portable-scrypt\\.ts$",
  "lean-qr": "^src/plugins/two-factor/qr\\.ts$",
  "@types/node": "^src/(core/crypto/node(-scrypt)?\\.ts$|frameworks/|adapters/(sql|redis))",
  "express|@types/express|@types/express-serve-static-core": "^src/frameworks/express/",
  elysia: "^src/frameworks/elysia/",
  "@opentelemetry/api": "^src/plugins/telemetry/",
  fastify: "^src/frameworks/fastify/",
  "h3|srvx": "^src/frameworks/h3/",
  hono: "^src/frameworks/hono/",
  "koa|@types/koa": "^src/frameworks/koa/",
  next: "^src/frameworks/next/",
  nuxt: "^src/frameworks/nuxt/",
  "react|react-dom|@types/react": "^src/frameworks/(next|react)/",
  "@nestjs/[^/]+": "^src/frameworks/nest/",
  "vue|@vue/[^/]+": "^src/frameworks/(nuxt|vue)/",
  "solid-js": "^src/frameworks/solid/",
  "@tanstack/[^/]+": "^src/frameworks/tanstack-start/",
  "react-router": "^src/frameworks/react-router/",
  "kysely|pg|@types/pg|mysql2|libsql|@libsql/[^/]+": "^src/(adapters|plugins/audit)/sql",
  "drizzle-orm": "^src/adapters/drizzle/",
  "redis|ioredis": "^src/adapters/redis",
  "@simplewebauthn/[^/]+": "^src/(providers/webauthn\\.ts$|flows/webauthn/)",
  // Bundled, not installed: scripts/build/bundle.mjs.
  sucrase: "^src/cli/typescript/",
  "nodemailer|@types/nodemailer": "^src/(providers/nodemailer\\.ts$|flows/email/)",
};
const modulePath = (names) => `node_modules/(${names})/|^(${names})$`;
const known = [...core, ...Object.keys(homes)].join("|");

const thirdParties = Object.entries(homes).map(([names, home]) => ({
  name: `${names.split("|")[0]}-in-its-own-folder`,
  severity: "error",
  comment: "An optional peer is imported only where its subpath lives.",
  from: { path: "^src/", pathNot: `${home}|\\.test\\.ts$` },
  to: { path: modulePath(names) },
}));

/** @type {import("dependency-cruiser").IConfiguration} */
export default {
  forbidden: [
    ...directions,
    ...roomOrder,
    {
      name: "no-cycles",
      severity: "error",
      comment: "No cycles, types included.",
      from: { path: "^src/" },
      to: { circular: true },
    },
    {
      name: "frameworks-use-the-doors",
      severity: "error",
      comment: "Framework glue imports the public doors and the engine.",
      from: {
        path: "^src/frameworks/([^/]+)/",
        pathNot: "^src/frameworks/(nuxt|next/v4)/|\\.test\\.ts$",
      },
      to: {
        path: "^src/",
        pathNot:
          "^src/(doors/|core/(engine|errors)/|core/[^/]+\\.ts$|types/|frameworks/($1|visit|node|client)/)",
      },
    },
    {
      name: "next-auth-4-stands-on-the-migration",
      severity: "error",
      comment: "Its doors are for applications that move.",
      from: { path: "^src/frameworks/next/v4/", pathNot: "\\.test\\.ts$" },
      to: {
        path: "^src/",
        pathNot:
          "^src/(doors/|core/(engine|errors)/|core/[^/]+\\.ts$|types/|plugins/authjs-migration/v4\\.ts$|providers/(email|ids)\\.ts$|frameworks/(next|visit|node|client|react)/)",
      },
    },
    {
      name: "nuxt-stands-on-h3-and-vue",
      severity: "error",
      comment: "A Nuxt application is both.",
      from: { path: "^src/frameworks/nuxt/", pathNot: "\\.test\\.ts$" },
      to: {
        path: "^src/",
        pathNot:
          "^src/(doors/|core/(engine|errors)/|core/[^/]+\\.ts$|types/|frameworks/(nuxt|h3|vue|visit|node|client)/)",
      },
    },
    {
      name: "languages-are-imported-by-applications",
      severity: "error",
      comment: "A language is in a bundle only if the application imports it.",
      from: { path: "^src/", pathNot: "^src/languages/|\\.test\\.ts$" },
      to: { path: "^src/languages/" },
    },
    {
      name: "providers-are-data",
      severity: "error",
      comment: "A provider imports types, a neighbour, or what loads its flow.",
      from: { path: "^src/providers/", pathNot: "\\.test\\.ts$" },
      to: {
        path: "^src/",
        pathNot: "^src/(types/|doors/types\\.ts$|providers/|flows/[^/]+/lazy\\.ts$)",
      },
    },
    {
      name: "a-flow-stands-alone",
      severity: "error",
      comment: "A flow never imports another flow; what those that send mails share is in mail/.",
      from: { path: "^src/flows/([^/]+)/", pathNot: "\\.test\\.ts$" },
      to: { path: "^src/flows/[^/]+/", pathNot: "^src/flows/($1|mail)/" },
    },
    {
      name: "a-plugin-stands-alone",
      severity: "error",
      comment:
        "A plugin finds another through `needs.plugins` and what the contract gives, never by import.",
      from: { path: "^src/plugins/([^/]+)/" },
      to: { path: "^src/plugins/", pathNot: "^src/plugins/$1/" },
    },
    {
      name: "nothing-knows-a-plugin",
      severity: "error",
      comment:
        "The folder of a plugin can be deleted. The doors of next-auth 4 are part of the migration.",
      from: { path: "^src/", pathNot: "^src/(plugins|frameworks/next/v4)/|\\.test\\.ts$" },
      to: { path: "^src/plugins/" },
    },
    {
      name: "the-core-knows-no-flow",
      severity: "error",
      comment:
        "Factories bring their flow; doors hand the engine those for hand-written providers.",
      from: {
        path: "^src/",
        // What the texts of a language are made of is still in the flows that send them. One plugin is about OAuth,
        // and two take a mailer of their own.
        pathNot:
          "^src/(flows/[^/]+/|flows/(defaults|advice)\\.ts$|plugins/(admin|change-email|provider-logout)/|doors/|providers/|languages/|cli/)|\\.test\\.ts$",
      },
      to: { path: "^src/flows/([^/]+/|(defaults|advice)\\.ts$)" },
    },
    {
      name: "a-flow-knows-no-sessions",
      severity: "error",
      comment:
        "A flow proves who someone is; core/sign-in/ starts the session. What is without a proof is in core/provisional/.",
      from: { path: "^src/flows/", pathNot: "\\.test\\.ts$" },
      to: { path: "^src/core/sessions/" },
    },
    {
      name: "core-runs-anywhere",
      severity: "error",
      comment: "The core uses the web platform, not Node's modules.",
      from: { path: "^src/", pathNot: nodeAllowed },
      to: { dependencyTypes: ["core"] },
    },
    {
      name: "src-knows-no-tests",
      severity: "error",
      comment: "Sources import no tests, examples or scripts.",
      from: { path: "^src/", pathNot: "\\.test\\.ts$" },
      to: { path: "^(test|e2e|examples|scripts|bench)/|\\.test\\.ts$" },
    },
    {
      name: "known-packages-only",
      severity: "error",
      comment: "A new runtime dependency is a decision: add it here too.",
      from: { path: "^src/", pathNot: "\\.test\\.ts$" },
      to: {
        dependencyTypesNot: ["core", "local", "type-only"],
        pathNot: `^src/|^(next|nuxt)/|${modulePath(known)}`,
      },
    },
    {
      name: "resolvable",
      severity: "error",
      comment:
        "Every import resolves, but those of Next.js and Nuxt, which are installed with their examples alone.",
      from: { path: "^src/" },
      to: { couldNotResolve: true, pathNot: "^(next|nuxt)/|^#(advice|explain|doctor)$" },
    },
    ...thirdParties,
  ],
  options: {
    doNotFollow: { path: "node_modules" },
    tsPreCompilationDeps: true,
    combinedDependencies: true,
    enhancedResolveOptions: {
      exportsFields: ["exports"],
      conditionNames: ["import", "types", "default"],
      extensions: [".ts", ".tsx", ".js", ".mjs", ".d.ts"],
    },
  },
};
