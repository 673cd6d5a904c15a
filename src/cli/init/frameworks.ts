import { appFiles } from "./apps.js";

/** A file to write, by its path in the app's folder. */
export interface Draft {
  readonly path: string;
  readonly text: string;
  /** If the file exists, it's left alone, and this is what remains to be done by hand. */
  readonly step?: string;
  /** Appended if the file exists. */
  readonly appends?: true;
}

/** A file besides the config. */
export interface Beside extends Omit<Draft, "appends"> {
  /** Below `src/` if the app's sources are there. */
  readonly inSource?: true;
}

/** What `init` knows about one framework. */
export interface FrameworkSetup {
  /** The dependency by which the framework is recognized. */
  readonly package?: string;
  readonly env?: ".env.local";
  readonly basePath?: string;
  /** The folder that shows that the sources are below `src/`. @default "src" */
  readonly sources?: string;
  /** The config file without its ending. @default `auth`, below `src/` if there is one */
  readonly file?: string;
  /** The entry point, if it isn't `latchkey/FRAMEWORK`. */
  readonly door?: "latchkey";
  readonly type: string;
  /** What is imported from the entry point besides the type. */
  readonly value?: string;
  /** The end of the config file. */
  readonly end: string;
  /** It doesn't know the socket's address, which the development identity needs. */
  readonly hidesSocket?: true;
  readonly beside?: readonly Beside[];
  /** A whole app, for a folder that has none yet. */
  readonly app?: (types: boolean) => string;
  /** Remaining steps in the app's own files. */
  readonly mount?: readonly string[];
  /** How to start it locally, if it isn't a file of the app. */
  readonly start?: string;
}

/** Vite doesn't read `.env` into `process.env`. */
const withVite = "Start it: node --env-file=.env node_modules/vite/bin/vite.js dev";

const mountMiddleware = 'Mount it: import { auth } from "./auth.js"; app.use(auth);';

const setups = {
  astro: {
    package: "astro",
    file: "src/auth",
    type: "AstroAuthConfig",
    value: "AstroAuth",
    end: "export const { onRequest, ALL } = AstroAuth(authConfig);",
    beside: [
      {
        path: "src/middleware",
        text: 'export { onRequest } from "./auth.js";\n',
        step: 'Add it to src/middleware: import { onRequest } from "./auth.js", and sequence() from astro:middleware',
      },
      {
        path: "src/pages/auth/[...auth]",
        text: 'export { ALL } from "../../auth.js";\nexport const prerender = false;\n',
      },
    ],
    mount: [
      'Render on demand: set output: "server" in astro.config.mjs, and add an adapter before you deploy',
    ],
    start: "Start it: node --env-file=.env node_modules/astro/bin/astro.mjs dev",
  },
  next: {
    package: "next",
    env: ".env.local",
    basePath: "/api/auth",
    sources: "src/app",
    type: "NextAuthConfig",
    value: "FullstackAuth",
    end: "export const { handlers, auth, signIn, signOut } = FullstackAuth(authConfig);",
    beside: [
      {
        path: "app/api/auth/[...nextauth]/route",
        text: `import { handlers } from "../../../../auth";

export const { GET, POST } = handlers;
`,
        inSource: true,
      },
    ],
    start: "Start it: npx next dev",
  },
  nuxt: {
    package: "nuxt",
    file: "server/auth",
    type: "NuxtAuthConfig",
    end: "export default authConfig;",
    mount: ['Add the module to nuxt.config.ts: modules: ["latchkey/nuxt"]'],
    start: "Start it: npx nuxt dev",
  },
  "react-router": {
    package: "@react-router/dev",
    file: "app/auth.server",
    type: "ReactRouterAuthConfig",
    value: "ReactRouterAuth",
    end: "export const { middleware, loader, action } = ReactRouterAuth(authConfig);",
    hidesSocket: true,
    beside: [
      { path: "app/routes/auth", text: 'export { action, loader } from "../auth.server.js";\n' },
    ],
    mount: [
      'Add the route to app/routes.ts: route("auth/*", "routes/auth.ts")',
      'Add the middleware to app/root.tsx: import * as auth from "./auth.server.js"; export const middleware = [auth.middleware];',
    ],
    start: "Start it: npx react-router dev",
  },
  sveltekit: {
    package: "@sveltejs/kit",
    file: "src/auth",
    type: "SvelteKitAuthConfig",
    value: "SvelteKitAuth",
    end: "export const { handle, signIn, signOut } = SvelteKitAuth(authConfig);",
    beside: [
      {
        path: "src/hooks.server",
        text: 'export { handle } from "./auth.js";\n',
        step: 'Add it to src/hooks.server: import { handle } from "./auth.js", and sequence() from @sveltejs/kit/hooks',
      },
    ],
    start: withVite,
  },
  "tanstack-start": {
    package: "@tanstack/react-start",
    file: "src/auth.server",
    type: "TanStackStartAuthConfig",
    value: "TanStackStartAuth",
    end: "export const auth = TanStackStartAuth(authConfig);",
    beside: [
      {
        path: "src/start",
        text: `import { createCsrfMiddleware, createMiddleware, createStart } from "@tanstack/react-start";
import { auth } from "./auth.server.js";

const ownSite = createCsrfMiddleware({ filter: ({ handlerType }) => handlerType === "serverFn" });
const signIn = createMiddleware().server(auth.middleware);

export const startInstance = createStart(() => ({ requestMiddleware: [ownSite, signIn] }));
`,
        step: "Add it to src/start: createMiddleware().server(auth.middleware) in requestMiddleware",
      },
      {
        path: "src/routes/auth.$",
        text: `import { createFileRoute } from "@tanstack/react-router";
import { auth } from "../auth.server.js";

export const Route = createFileRoute("/auth/$")({ server: { handlers: { ANY: auth.handler } } });
`,
      },
    ],
    start: withVite,
  },
  nest: {
    package: "@nestjs/core",
    type: "NestAuthConfig",
    value: "AuthModule",
    end: "export const authModule = AuthModule.forRoot(authConfig);",
    mount: ['Add it to the imports of your module: import { authModule } from "./auth.js";'],
    start:
      "Start it: NODE_ENV=development node --env-file=.env node_modules/@nestjs/cli/bin/nest.js start",
  },
  elysia: {
    package: "elysia",
    type: "ElysiaAuthConfig",
    value: "ElysiaAuth",
    end: "export const auth = ElysiaAuth(authConfig);",
    mount: [mountMiddleware],
  },
  express: {
    package: "express",
    type: "ExpressAuthConfig",
    value: "MiddlewareAuth",
    end: "export const auth = MiddlewareAuth(authConfig);",
    app: appFiles.express,
    mount: ['Mount it: import { auth } from "./auth.js"; app.use("/auth", auth);'],
  },
  fastify: {
    package: "fastify",
    type: "FastifyAuthConfig",
    end: "",
    app: appFiles.fastify,
    mount: ["Register it: await app.register(FastifyAuth, authConfig);"],
  },
  hono: {
    package: "hono",
    type: "HonoAuthConfig",
    value: "HonoAuth",
    end: "export const auth = HonoAuth(authConfig);",
    app: appFiles.hono,
    mount: [mountMiddleware],
  },
  koa: {
    package: "koa",
    type: "KoaAuthConfig",
    value: "KoaAuth",
    end: "export const auth = KoaAuth(authConfig);",
    app: appFiles.koa,
    mount: [mountMiddleware],
  },
  h3: {
    package: "h3",
    type: "H3AuthConfig",
    value: "H3Auth",
    end: "export const auth = H3Auth(authConfig);",
    mount: [mountMiddleware],
  },
  fetch: {
    door: "latchkey",
    type: "AuthConfig",
    value: "Auth, setEnvDefaults",
    hidesSocket: true,
    end: `// AUTH_SECRET, AUTH_URL and the providers' variables come from the environment.
setEnvDefaults(process.env, authConfig);

/** Answers every request below /auth. */
export const auth = (request) => Auth(request, authConfig);`,
    mount: ['Send requests below /auth to it: import { auth } from "./auth.js";'],
  },
} satisfies Readonly<Record<string, FrameworkSetup>>;

export type Framework = keyof typeof setups;

const isFramework = (name: string): name is Framework => Object.hasOwn(setups, name);

export const frameworks = Object.keys(setups).filter(isFramework);

export const setupOf = (framework: Framework): FrameworkSetup => setups[framework];
