import type { Measure } from "../../types/measure.js";
import type { Settings } from "../config/settings.js";
import { normalizeBasePath } from "../http/urls.js";
import type { Mount } from "./handle.js";
import { matchPath } from "./routes.js";

interface Measured {
  readonly measure: Measure;
  readonly settings: Settings;
}

/** Handles a request within a telemetry span. */
export async function measured(
  { measure, settings }: Measured,
  request: Request,
  { mount, answer }: { readonly mount: Mount; readonly answer: () => Promise<Response> },
): Promise<Response> {
  const method = methods.has(request.method) ? request.method : "_OTHER";
  const { route, provider } = routeOf(settings, request, mount);
  const known = provider !== undefined && (await isProvider(settings, provider));
  const attributes = {
    "http.request.method": method,
    "http.route": route,
    ...(known && { "latchkey.provider": provider }),
  };
  return measure({ of: "request", name: `${method} ${route}`, attributes }, answer);
}

/** Clients can make up other methods, and each would become a metric series. */
const methods: ReadonlySet<string> = new Set(["GET", "HEAD", "POST", "OPTIONS"]);

/** The second path segment, unless it's a provider id. */
const lastSegments: ReadonlyMap<string, string> = new Map([
  ["account", "{act}"],
  ["assets", "{file}"],
  ["password", "{act}"],
]);

/** The route as a pattern, without anything a client can choose. */
function routeOf(
  { basePath, plugins }: Settings,
  { url }: Request,
  mount: Mount,
): { readonly route: string; readonly provider?: string | undefined } {
  try {
    const below = mount.basePath === undefined ? basePath : normalizeBasePath(mount.basePath);
    const match = matchPath(new URL(url).pathname, below, plugins.routes);
    const { action, providerId: last } = match;
    const path = `${basePath}/${action}`;
    if (last === undefined) return { route: path };
    if (plugins.routes?.has(`${action}/${last}`)) return { route: `${path}/${last}` };
    const other = plugins.routes?.has(`${action}/*`) ? "{act}" : lastSegments.get(action);
    return other ? { route: `${path}/${other}` } : { route: `${path}/{provider}`, provider: last };
  } catch {
    return { route: "unknown" };
  }
}

async function isProvider(settings: Settings, id: string): Promise<boolean> {
  return (await settings.ready()).flows?.has(id) === true;
}
