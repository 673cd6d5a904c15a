import type { AuthAction } from "../../types/http.js";
import type { AuthConfig } from "../auth-config.js";
import { isHost, normalizeBasePath, webUrl } from "../http/urls.js";
import type { Environment } from "../values/mode.js";
import { createLogger } from "./logger.js";

/**
 * Returns the URL of one of the library's routes, from `AUTH_URL` or the headers of a request. For authors of
 * framework integrations. Headers without a usable host or scheme are ignored.
 */
// The parameter list is part of the specification.
// oxlint-disable-next-line max-params
export function createActionURL(
  action: AuthAction,
  protocol: string | undefined,
  headers: Headers,
  envObject: Environment,
  config: Pick<AuthConfig, "basePath" | "logger">,
): URL {
  const base = webUrl(envObject["AUTH_URL"] ?? envObject["NEXTAUTH_URL"]);
  const path = base ? pathWith(base, config) : normalizeBasePath(config.basePath ?? "");
  return new URL(`${base?.origin ?? originOf(headers, protocol)}${path}/${action}`);
}

function pathWith(
  base: URL,
  { basePath, logger }: Pick<AuthConfig, "basePath" | "logger">,
): string {
  const own = normalizeBasePath(base.pathname);
  if (basePath === undefined) return own;
  const wanted = normalizeBasePath(basePath);
  if (own !== "" && wanted !== "" && own !== wanted) {
    createLogger(logger, false).warn(
      "env-url-basepath-mismatch",
      `The path of AUTH_URL is ${own}, but the option \`basePath\` is ${wanted} and takes precedence. Make them equal, or remove one.`,
    );
  }
  return wanted || own;
}

function originOf(headers: Headers, protocol: string | undefined): string {
  const host = firstUsable(isHost, [headers.get("x-forwarded-host"), headers.get("host")]);
  const forwarded = headers.get("x-forwarded-proto");
  const scheme = firstUsable(isScheme, [forwarded, protocol?.replace(/:$/, "")]);
  return `${scheme ?? "https"}://${host ?? "localhost"}`;
}

function firstUsable(
  isUsable: (text: string) => boolean,
  candidates: readonly (string | null | undefined)[],
): string | undefined {
  return candidates.find((text) => typeof text === "string" && isUsable(text)) ?? undefined;
}

function isScheme(text: string): boolean {
  return text === "https" || text === "http";
}
