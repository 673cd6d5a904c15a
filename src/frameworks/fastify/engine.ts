import type { Engine } from "../../engine/index.js";
import { checkSoon } from "../node/check-soon.js";
import { createPrepare } from "../visit/prepare.js";
import type { FastifyAuthConfig } from "./types.js";

/** The engine for a place in the tree of plugins: its routes are below the prefix of that place. */
export function engineAt(place: string, options: FastifyAuthConfig): Engine {
  const { prefix = "", basePath, ...config } = options;
  const start = place + prefix;
  const own = basePath === undefined ? {} : { basePath: below(start, basePath) };
  const engine = createPrepare()(
    { ...config, ...own },
    { env: process.env, basePath: below(start, "/auth") },
  );
  checkSoon(() => engine);
  return engine;
}

function below(start: string, path: string): string {
  const whole = path.startsWith("/") ? path : `/${path}`;
  return whole.startsWith(`${start}/`) ? whole : start + whole;
}

/** The path of the library's routes for Fastify, which puts the prefix of the place before it. */
export function routesBelow(place: string, { settings }: Engine): string {
  const { basePath } = settings;
  if (basePath.startsWith(`${place}/`)) return basePath.slice(place.length);
  throw new Error(
    `The routes are to be at ${basePath}, and the plugin is registered below ${place}: change AUTH_URL, \`basePath\` or the prefix.`,
  );
}
