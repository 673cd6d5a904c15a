import type { Telemetry } from "../types/telemetry.js";
import type { Settings } from "../config/settings.js";
import { normalizeBasePath } from "../http/urls.js";
import type { Mount } from "./handle.js";
import { matchPath } from "./routes.js";

/** Answers a request within a span of its own. */
export function measured(
  { telemetry, settings }: { readonly telemetry: Telemetry; readonly settings: Settings },
  request: Request,
  { mount, answer }: { readonly mount: Mount; readonly answer: () => Promise<Response> },
): Promise<Response> {
  const basePath =
    mount.basePath === undefined ? settings.basePath : normalizeBasePath(mount.basePath);
  return telemetry.request({ method: request.method, ...routeOf(request, basePath) }, answer);
}

/** The route as a pattern: an address of nobody's choosing would make as many series as there are addresses. */
function routeOf({ url }: Request, basePath: string) {
  try {
    const { action, providerId } = matchPath(new URL(url).pathname, basePath);
    const rest = providerId === undefined ? "" : "/{provider}";
    return { route: `${basePath}/${action}${rest}`, provider: providerId };
  } catch {
    return { route: "unknown", provider: undefined };
  }
}
