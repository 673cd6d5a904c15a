/** The package without which a door can't be imported at all. Every other door can be, with nothing installed. */
export const neededToImport: Readonly<Record<string, string>> = {
  "./adapters/drizzle": "drizzle-orm",
  "./adapters/sql": "kysely",
  "./elysia": "elysia",
  "./hono": "hono",
  "./nest": "@nestjs/common",
  "./nuxt/app": "vue",
  "./plugins/audit/sql": "kysely",
  "./plugins/telemetry": "@opentelemetry/api",
  "./react": "react",
  "./solid": "solid-js",
  "./state/sql": "kysely",
  "./v4/react": "react",
  "./vue": "vue",
};

/** What the types of frameworks come with, and what doors import. They are among the test tools. */
export const frameworkPackages = [
  ...["@types/node", "@types/express", "@types/koa", "@types/react", "express", "fastify", "koa"],
  ...["elysia", "hono", "h3", "react", "react-router", "solid-js", "vue", "@opentelemetry/api"],
  ...["@nestjs/common", "@nestjs/core", "@tanstack/react-start", "drizzle-orm"],
];

/** Doors whose types are those of a framework. Every other door compiles with nothing installed. */
export const typedByFramework =
  /^\.\/(?:elysia|express|fastify|hono|koa|nest|next|nuxt\/app|react|react-router|solid|tanstack-start|vue|v4(?:\/.+)?)$/;
