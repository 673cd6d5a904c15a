import type { H3AuthConfig } from "../h3/types.js";
import * as templates from "./templates.js";

/** The options of the module, beside it in `modules` or below `latchkey` in nuxt.config. */
export interface NuxtAuthOptions {
  /** The file whose default export is the configuration, or a function of the event. @default "~~/server/auth" */
  config?: string;
  /** Where the routes are, unless the configuration or `AUTH_URL` says so. @default "/auth", below `app.baseURL` */
  basePath?: string;
}

/** What is used of Nuxt while it prepares an application. */
interface Nuxt {
  readonly options: {
    readonly app: { readonly baseURL: string };
    readonly buildDir: string;
    readonly routeRules?: Readonly<Record<string, unknown>>;
  };
}

interface NuxtAuthModule {
  (options: NuxtAuthOptions, nuxt: Nuxt): Promise<void>;
  getMeta(): Promise<{ name: string; configKey: string; compatibility: { nuxt: string } }>;
}

const configKey = "latchkey";

async function setup(inline: NuxtAuthOptions, nuxt: Nuxt): Promise<void> {
  const kit = await import("nuxt/kit");
  const { app, buildDir, routeRules = {} } = nuxt.options;
  const options = { ...optionsIn(nuxt.options), ...inline };
  const wanted = options.config ?? "~~/server/auth";
  const config = await kit.findPath(wanted);
  if (config === null) {
    throw new Error(
      `latchkey/nuxt: there is no file ${wanted} with the configuration as its default export.`,
    );
  }
  const facts = { config, basePath: options.basePath ?? `${app.baseURL.replace(/\/$/, "")}/auth` };

  kit.addServerTemplate({
    filename: "#latchkey/server",
    getContents: () => templates.server(facts),
  });
  kit.addServerTemplate({ filename: "#latchkey/handler", getContents: templates.serverHandler });
  // Nitro takes the name of a plugin for that of a file.
  const starter = `${buildDir}/latchkey/server-plugin.mjs`;
  kit.addServerTemplate({ filename: starter, getContents: templates.serverPlugin });
  kit.addServerPlugin(starter);
  kit.addServerHandler({ handler: "#latchkey/handler", middleware: true });

  const written = (filename: string, getContents: () => string): string =>
    kit.addTemplate({ filename: `latchkey/${filename}`, write: true, getContents }).dst;
  kit.addPlugin({ src: written("plugin.mjs", () => templates.plugin(facts)) });
  const path = written("auth.mjs", templates.routeMiddleware);
  kit.addRouteMiddleware({ name: "auth", path });
  kit.addImports([{ name: "useSession", from: "latchkey/nuxt/app" }]);

  // The server closes what it is asked for; within the application nobody asks it.
  for (const [route, requireUser] of Object.entries(routeRules).flatMap(closing)) {
    kit.extendRouteRules(route, { appMiddleware: { auth: requireUser } });
  }
  kit.addTypeTemplate(
    { filename: "types/latchkey.d.ts", getContents: () => templates.types(facts) },
    { nuxt: true, nitro: true, node: true },
  );
}

function optionsIn(options: object): NuxtAuthOptions {
  const found: unknown = Reflect.get(options, configKey);
  return isOptions(found) ? found : {};
}

function isOptions(value: unknown): value is NuxtAuthOptions {
  return typeof value === "object" && value !== null;
}

function closing([route, rule]: [string, unknown]): [string, boolean][] {
  const value: unknown =
    typeof rule === "object" && rule !== null ? Reflect.get(rule, "requireUser") : undefined;
  return typeof value === "boolean" ? [[route, value]] : [];
}

/**
 * The module for Nuxt: answers the routes of the library below `/auth`, gives server code `event.context.auth`,
 * components `useSession()`, and pages the route middleware `auth`.
 *
 * ```ts
 * // nuxt.config.ts
 * export default defineNuxtConfig({ modules: ["latchkey/nuxt"] });
 * // server/auth.ts
 * export default { providers: [GitHub] } satisfies NuxtAuthConfig;
 * ```
 */
const latchkey: NuxtAuthModule = Object.assign(setup, {
  getMeta: () =>
    Promise.resolve({ name: "latchkey/nuxt", configKey, compatibility: { nuxt: ">=4" } }),
});

export default latchkey;
export type { H3AuthConfig as NuxtAuthConfig };
