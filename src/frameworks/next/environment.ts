import type { NextRequest } from "next/server.js";
import type { AuthConfig } from "../../core/auth-config.js";
import { perConfig, setEnvDefaults, type Engine } from "../../core/engine/index.js";
import { engineFor } from "../../doors/engine.js";
import { pathOfSite } from "../visit/prepare.js";
import type { NextAuthConfig, NextAuthSource } from "./types.js";

const defaultBasePath = "/api/auth";

/** A configuration with its engine. */
export interface Ready {
  readonly config: NextAuthConfig;
  readonly engine: Engine;
}

/** Prepares a configuration on first use: the environment isn't read before. */
export async function makeReady(source: NextAuthSource, request?: NextRequest): Promise<Ready> {
  const config = typeof source === "function" ? await source(request) : source;
  return { config, engine: engineOf(config, { env: process.env }) };
}

/** The engine, completed from the environment. The application's configuration isn't changed. */
const engineOf = perConfig((config: NextAuthConfig, { env }): Engine => {
  const filled: AuthConfig = { ...config, basePath: basePathOf(config) };
  setEnvDefaults(env, filled, true);
  return engineFor(filled);
});

/** The path of the routes, after Next.js's own `basePath`. */
function basePathOf({ basePath }: NextAuthConfig): string {
  const mount = mountOfNext();
  const ofSite = pathOfSite(process.env);
  const path = basePath ?? (ofSite === mount ? undefined : ofSite) ?? defaultBasePath;
  return path.startsWith(`${mount}/`) ? path : mount + path;
}

/** The `basePath` of next.config. */
export function mountOfNext(): string {
  // Written out, because Next.js replaces this expression at build time.
  return process.env.__NEXT_ROUTER_BASEPATH ?? "";
}
