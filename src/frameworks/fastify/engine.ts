import type { Engine } from "../../engine/index.js";
import { createPrepare, pathOfSite, type FrameworkConfig } from "../visit/prepare.js";
import type { FastifyAuthConfig } from "./types.js";

/** Makes engines for a place in the tree of plugins: their routes are below the prefix of that place. */
export interface Engines {
  /** Where the routes are. */
  readonly path: string;
  readonly of: (config: FrameworkConfig) => Engine;
}

export function enginesAt(
  place: string,
  { prefix = "", basePath }: Pick<FastifyAuthConfig, "prefix" | "basePath">,
): Engines {
  const start = place + prefix;
  const own = basePath === undefined ? undefined : below(start, basePath);
  const usual = below(start, "/auth");
  const prepare = createPrepare();
  return {
    path: own ?? pathOfSite(process.env) ?? usual,
    of: (config) => prepare({ ...config, basePath: own }, { env: process.env, basePath: usual }),
  };
}

function below(start: string, path: string): string {
  const whole = path.startsWith("/") ? path : `/${path}`;
  return whole.startsWith(`${start}/`) ? whole : start + whole;
}

/** The path of the library's routes for Fastify, which puts the prefix of the place before it. */
export function routesBelow(place: string, path: string): string {
  if (path.startsWith(`${place}/`)) return path.slice(place.length);
  throw new Error(
    `The routes are to be at ${path}, and the plugin is registered below ${place}: change AUTH_URL, \`basePath\` or the prefix.`,
  );
}
