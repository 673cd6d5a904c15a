import type { NextRequest } from "next/server.js";
import { engineFor } from "../../doors/engine.js";
import { perConfig, setEnvDefaults, type Engine } from "../../engine/index.js";
import type { AuthConfig } from "../../types/config.js";
import type { NextAuthConfig, NextAuthSource } from "./types.js";

const defaultBasePath = "/api/auth";

/** A configuration at work. */
export interface Ready {
  readonly config: NextAuthConfig;
  readonly engine: Engine;
}

/** Makes a configuration ready when it is first needed: nothing is read from the environment before. */
export async function makeReady(source: NextAuthSource, request?: NextRequest): Promise<Ready> {
  const config = typeof source === "function" ? await source(request) : source;
  return { config, engine: engineOf(config, { env: process.env }) };
}

/** The engine, with what the environment gives. The application's own configuration is not changed. */
const engineOf = perConfig((config: NextAuthConfig, { env }): Engine => {
  const filled: AuthConfig = { ...config, basePath: basePathOf(config) };
  setEnvDefaults(env, filled, true);
  return engineFor(filled);
});

/** Where the routes are, with the `basePath` of Next.js itself before it. */
function basePathOf({ basePath }: NextAuthConfig): string {
  const mount = mountOfNext();
  const ofSite = pathOfSite();
  const path = basePath ?? (ofSite === "" || ofSite === mount ? defaultBasePath : ofSite);
  return path.startsWith(`${mount}/`) ? path : mount + path;
}

/** The `basePath` of next.config. */
export function mountOfNext(): string {
  // Written out, since Next.js puts the value here when it builds.
  return process.env.__NEXT_ROUTER_BASEPATH ?? "";
}

function pathOfSite(): string {
  const url = process.env["AUTH_URL"] ?? process.env["NEXTAUTH_URL"];
  const path = url && URL.canParse(url) ? new URL(url).pathname : "";
  return /^(?:\/+[^/]+)*/.exec(path)?.[0] ?? "";
}
