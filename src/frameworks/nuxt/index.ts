import { guardIn } from "./rules.js";
import type { H3AuthConfig } from "../h3/visits.js";
import * as templates from "./templates.js";

/** The options of the module, in `modules` or under `latchkey` in nuxt.config. */
export interface NuxtAuthOptions {
  /**
   * The file with the configuration, or a function of the event, as default export. @default
   * "~~/server/auth"
   */
  config?: string;
  /**
   * The path of the routes, if neither the configuration nor `AUTH_URL` sets it. @default "/auth",
   * below `app.baseURL`
   */
  basePath?: string;
}

/** The part of Nuxt's build context that is used. */
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
      `latchkey/nuxt: the file ${wanted} doesn't exist. Create it, with the configuration as its default export.`,
    );
  }
  const facts = { config, basePath: options.basePath ?? `${app.baseURL.replace(/\/$/, "")}/auth` };

  kit.addServerTemplate({
    filename: "#latchkey/server",
    getContents: () => templates.server(facts),
  });
  kit.addServerTemplate({ filename: "#latchkey/handler", getContents: templates.serverHandler });
  // Nitro treats the name of a plugin as a file name.
  const starter = `${buildDir}/latchkey/server-plugin.mjs`;
  kit.addServerTemplate({ filename: starter, getContents: templates.serverPlugin });
  kit.addServerPlugin(starter);
  kit.addServerHandler({ handler: "#latchkey/handler", middleware: true });

  const written = (filename: string, getContents: () => string): string =>
    kit.addTemplate({ filename: `latchkey/${filename}`, write: true, getContents }).dst;
  kit.addPlugin({ src: written("plugin.mjs", () => templates.plugin(facts)) });
  for (const [name, options] of middlewares) {
    const path = written(`${name}.mjs`, () => templates.routeMiddleware(options));
    kit.addRouteMiddleware({ name, path });
  }
  kit.addImports([{ name: "useSession", from: "latchkey/nuxt/app" }]);

  // The server protects its own requests; in-app navigation needs the rules, too.
  for (const [route, rule] of Object.entries(routeRules)) {
    const guard = guardIn(rule);
    if (guard === undefined) continue;
    const guests = guard?.guests === true;
    const appMiddleware = { auth: guard !== null && !guests, "auth-or-guest": guests };
    kit.extendRouteRules(route, { appMiddleware });
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

/** For `definePageMeta({ middleware })`. */
const middlewares = [
  ["auth", {}],
  ["auth-or-guest", { guests: true }],
] as const;

/**
 * The Nuxt module: serves the library's routes below `/auth`, adds `event.context.auth` to server
 * code, `useSession()` to components, and the route middlewares `auth` and `auth-or-guest` to
 * pages.
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
