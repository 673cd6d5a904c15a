// Every optional package at the oldest version that package.json allows, and at the newest that can be installed:
// the tarball beside it in an empty folder, a program that uses it, and its types by TypeScript 5.4 and the newest.
//   node scripts/long/peers.mjs              some ten minutes, most of it npm
//   node scripts/long/peers.mjs kysely pg    some of them
import { execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { keepFigures } from "./figures.mjs";

const root = fileURLToPath(new URL("../..", import.meta.url));
const { peerDependencies, devDependencies } = JSON.parse(
  readFileSync(join(root, "package.json"), "utf8"),
);
const compilers = { oldest: "typescript@5.4.5", newest: devDependencies.typescript7.slice(4) };

/** A handler is called for its providers. */
const config = `const config = { providers: [], secret: "a secret of at least 32 characters", trustHost: true };\n`;
const ask = `async function ask(url: string) {
  const response = await fetch(new URL("/auth/providers", url));
  if (response.status !== 200) throw new Error(String(response.status));
}
function urlOf(address: unknown): string {
  if (typeof address === "object" && address && "port" in address) return \`http://localhost:\${address.port}\`;
  throw new Error("It doesn't listen.");
}
`;
const server = (imports, start) => `${imports}\n${config}${ask}${start}\nprocess.exit(0);\n`;
const listening = `await new Promise<void>((done) => server.once("listening", () => done()));
await ask(urlOf(server.address()));`;
const handles = (imports, respond) => `${imports}\n${config}
const response = await (${respond})(new Request("http://localhost/auth/providers"));
if (response.status !== 200) throw new Error(String(response.status));`;
const imports = (...doors) =>
  doors.map((door, index) => `import * as door${index} from "latchkey/${door}";\n`).join("") +
  `if (${doors.map((_, index) => `Object.keys(door${index}).length === 0`).join(" || ")}) throw new Error("Nothing.");`;
const stored = (adapter) => `${adapter}
const user = await adapter.createUser?.({ id: "", name: "Ada", email: \`\${Date.now()}@example.com\`, emailVerified: null });
if (!user || (await adapter.getUser?.(user.id))?.name !== "Ada") throw new Error("The user wasn't stored.");
await adapter.deleteUser?.(user.id);
process.exit(0);`;
const sql = (url) =>
  stored(`import { connect, migrate, SqlAdapter } from "latchkey/adapters/sql";
const db = await connect("${url}");
await migrate(db);
const adapter = SqlAdapter(db);`);
const postgres = process.env.LATCHKEY_TEST_POSTGRES ?? "postgres://postgres@127.0.0.1:5432/test";
const mysql = process.env.LATCHKEY_TEST_MYSQL ?? "mysql://root@127.0.0.1:3306/test";
const redis = process.env.LATCHKEY_TEST_REDIS ?? "redis://127.0.0.1:6379";
const passkeys = `import { Auth } from "latchkey";
import { MemoryAdapter } from "latchkey/adapters/memory";
import Passkey from "latchkey/providers/passkey";
const config = { providers: [Passkey({})], adapter: MemoryAdapter(), secret: "a secret of at least 32 characters", trustHost: true };
const response = await Auth(new Request("http://localhost/auth/webauthn-options/passkey?action=authenticate"), config);
if (!JSON.stringify(await response.json()).includes("challenge")) throw new Error(String(response.status));`;
const mailer = `import { createTransport } from "nodemailer";
import Nodemailer from "latchkey/providers/nodemailer";
const { sendVerificationRequest } = Nodemailer({ server: createTransport({ jsonTransport: true }), from: "us@example.com" });
if (typeof sendVerificationRequest !== "function") throw new Error("There is no mailer.");`;

/** By peer: the other packages to install, and a program that must exit with 0. */
const programs = {
  "@nestjs/common": {
    with: ["reflect-metadata@0.1", "rxjs@7"],
    like: ["@nestjs/core", "@nestjs/platform-express"],
    code: server(
      `import "reflect-metadata";
import { NestFactory } from "@nestjs/core";
import { Module } from "@nestjs/common";
import { AuthModule } from "latchkey/nest";`,
      `class App {}
Module({ imports: [AuthModule.forRoot(config)] })(App);
const app = await NestFactory.create(App, { logger: false });
await app.listen(0);
await ask(urlOf(app.getHttpServer().address()));`,
    ),
  },
  "@opentelemetry/api": { code: imports("plugins/telemetry") },
  // Older versions can be installed, since Auth.js requires them in an app that moves; `Passkey`
  // says which one it needs.
  "@simplewebauthn/server": { from: "14.0.3", code: passkeys },
  "drizzle-orm": { code: imports("adapters/drizzle") },
  elysia: {
    with: ["@sinclair/typebox@0.34", "exact-mirror", "memoirist", "openapi-types", "file-type@20"],
    code: handles(
      `import { Elysia } from "elysia";\nimport { ElysiaAuth } from "latchkey/elysia";`,
      "(request: Request) => new Elysia().use(ElysiaAuth(config)).handle(request)",
    ),
  },
  express: {
    with: ["@types/express@4"],
    code: server(
      `import express from "express";\nimport { MiddlewareAuth } from "latchkey/express";`,
      `const app = express();\napp.use("/auth", MiddlewareAuth(config));\nconst server = app.listen(0);\n${listening}`,
    ),
  },
  fastify: {
    code: server(
      `import Fastify from "fastify";\nimport { FastifyAuth } from "latchkey/fastify";`,
      `const app = Fastify();\nawait app.register(FastifyAuth, config);\nawait ask(await app.listen({ port: 0 }));`,
    ),
  },
  h3: { code: imports("h3") },
  hono: {
    code: handles(
      `import { Hono } from "hono";\nimport { HonoAuth } from "latchkey/hono";`,
      `async (request: Request) => {
  const app = new Hono();
  app.use("*", HonoAuth(config));
  return app.fetch(request);
}`,
    ),
  },
  ioredis: {
    code: stored(`import Redis from "ioredis";
import { RedisAdapter } from "latchkey/adapters/redis";
const adapter = RedisAdapter(new Redis("${redis}"), { prefix: "latchkey-peers:" });`),
  },
  koa: {
    with: ["@types/koa@2"],
    code: server(
      `import Koa from "koa";\nimport { KoaAuth } from "latchkey/koa";`,
      `const app = new Koa();\napp.use(KoaAuth(config));\nconst server = app.listen(0);\n${listening}`,
    ),
  },
  kysely: { with: ["libsql@0.5.29"], code: sql("file:auth.db") },
  libsql: { with: ["kysely@0.28.18"], code: sql("file:auth.db") },
  mysql2: { with: ["kysely@0.28.18"], code: sql(mysql) },
  next: {
    with: ["react@18", "react-dom@18", "@types/react@18"],
    newest: ["react@19", "react-dom@19", "@types/react@19"],
    code: handles(
      `import { FullstackAuth } from "latchkey/next";\nimport { NextRequest } from "next/server.js";`,
      "(request: Request) => FullstackAuth({ ...config, basePath: '/auth' }).handlers.GET(new NextRequest(request))",
    ),
  },
  nodemailer: { with: ["@types/nodemailer@6"], code: mailer },
  nuxt: { skip: "a module: built as a whole by the check `nuxt`" },
  pg: { with: ["kysely@0.28.18", "@types/pg@8"], code: sql(postgres) },
  react: {
    like: ["react-dom"],
    with: ["@types/react@18", "@types/react-dom@18"],
    newest: ["@types/react@19", "@types/react-dom@19"],
    code: `import { createElement } from "react";
import { renderToString } from "react-dom/server";
import { SessionProvider, useSession } from "latchkey/react";
const Who = () => createElement("p", null, useSession().status);
const page = renderToString(createElement(SessionProvider, { session: null }, createElement(Who)));
if (!page.includes("unauthenticated")) throw new Error(page);`,
  },
  "react-router": { with: ["react@19", "react-dom@19"], code: imports("react-router") },
  redis: {
    code: stored(`import { createClient } from "redis";
import { RedisAdapter } from "latchkey/adapters/redis";
const client = createClient({ url: "${redis}" });
await client.connect();
const adapter = RedisAdapter(client, { prefix: "latchkey-peers:" });`),
  },
  "solid-js": { code: imports("solid") },
  "@tanstack/react-start": { code: imports("tanstack-start"), with: ["react@19", "react-dom@19"] },
  vue: { code: imports("vue") },
};

const npm = (cwd, ...args) =>
  execFileSync("npm", args, {
    cwd,
    encoding: "utf8",
    stdio: ["ignore", "pipe", "pipe"],
    maxBuffer: 1e9,
  });

const byNumber = (a, b) => {
  const [left, right] = [a, b].map((version) => version.split(".").map(Number));
  return left[0] - right[0] || left[1] - right[1] || left[2] - right[2];
};

/** The versions of a package that its range and this Node.js version allow, oldest first. */
function versionsOf(name) {
  const floor = (programs[name].from ?? peerDependencies[name].slice(2)).split(".");
  const lowest = [...floor, "0", "0"].slice(0, 3).join(".");
  const all = JSON.parse(npm(root, "view", name, "versions", "--json"));
  return all.filter((one) => /^[0-9.]+$/.test(one) && byNumber(one, lowest) >= 0).sort(byNumber);
}

/** The newest version whose `engines` include this Node.js; the newest of all if none does. */
function newestOf(name, versions) {
  const major = Number(process.versions.node.split(".")[0]);
  const fits = (version) => {
    const said = npm(root, "view", `${name}@${version}`, "engines.node").trim();
    const floors = Array.from(said.matchAll(/(\d+)(?:\.\d+)*/g), ([, one]) => Number(one));
    return floors.length === 0 || Math.min(...floors) <= major;
  };
  return versions.toReversed().slice(0, 40).find(fits) ?? versions.at(-1);
}

function tryOut(tarball, name, which, version) {
  const { with: extra = [], newest = [], like = [], code } = programs[name];
  const folder = mkdtempSync(join(tmpdir(), "latchkey-peer-"));
  try {
    writeFileSync(join(folder, "package.json"), '{ "private": true, "type": "module" }');
    const beside = which === "newest" && newest.length > 0 ? newest : extra;
    const wanted = [`${name}@${version}`, ...like.map((one) => `${one}@${version}`), ...beside];
    const flags = [
      "--ignore-scripts",
      "--no-audit",
      "--no-fund",
      "--prefer-offline",
      "--loglevel=error",
    ];
    const node = `@types/node@${devDependencies["@types/node"]}`;
    npm(folder, "install", ...flags, tarball, ...wanted, node, compilers[which]);
    writeFileSync(join(folder, "app.ts"), code);
    return compiled(folder) || ran(folder);
  } catch (error) {
    return String(error.stderr || error.message)
      .trim()
      .split("\n")
      .slice(0, 3)
      .join(" ");
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const said = ({ status, stdout, stderr }) =>
  status === 0
    ? ""
    : `${stdout}${stderr}`.trim().split("\n").slice(0, 4).join(" ") || `exit ${status}`;

function compiled(folder) {
  const flags = [
    "--module",
    "esnext",
    "--moduleResolution",
    "bundler",
    "--target",
    "es2022",
    "--strict",
  ];
  const more = ["--skipLibCheck", "--esModuleInterop", "--outDir", "out", "--types", "node"];
  const compiler = join(folder, "node_modules/typescript/bin/tsc");
  const args = [compiler, ...flags, ...more, "app.ts"];
  return said(spawnSync(process.execPath, args, { cwd: folder, encoding: "utf8" }));
}

function ran(folder) {
  const options = { cwd: folder, encoding: "utf8", timeout: 60_000 };
  const env = { PATH: process.env.PATH, HOME: process.env.HOME, NODE_ENV: "production" };
  return said(spawnSync(process.execPath, ["out/app.js"], { ...options, env }));
}

const unknown = Object.keys(peerDependencies).filter(
  (name) =>
    !programs[name] && !Object.values(programs).some(({ like = [] }) => like.includes(name)),
);
if (unknown.length > 0) {
  throw new Error(`scripts/long/peers.mjs has no program for ${unknown.join(", ")}.`);
}

const chosen = process.argv.slice(2);
const folder = mkdtempSync(join(tmpdir(), "latchkey-peers-"));
const packed = npm(root, "pack", "--silent", "--pack-destination", folder)
  .trim()
  .split("\n")
  .at(-1);
const figures = [];
for (const [name, { skip }] of Object.entries(programs)) {
  if (skip || (chosen.length > 0 && !chosen.includes(name))) continue;
  const versions = versionsOf(name);
  for (const [which, version] of [
    ["oldest", versions[0]],
    ["newest", newestOf(name, versions)],
  ]) {
    const problem = tryOut(join(folder, packed), name, which, version);
    console.log(`${name} ${version}: ${problem || "ok"}`);
    figures.push({
      what: `${which} ${name}: ${version}`,
      value: problem === "" ? "works" : "fails",
      aim: "works",
      held: problem === "",
    });
  }
}
rmSync(folder, { recursive: true, force: true });
keepFigures("peers", figures);
process.exitCode = figures.every(({ held }) => held) ? 0 : 1;
