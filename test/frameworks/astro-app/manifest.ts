import type { SSRManifest } from "astro";
import { sequence } from "astro/middleware";
import type { AppPlan } from "../suite/host.js";
import { pagesFor } from "./pages.js";

type RouteData = SSRManifest["routes"][number]["routeData"];

const nowhere = new URL("file:///nowhere/");

/** What Astro's build makes of an application, less what is for pages with components. */
export function manifestOf(plan: AppPlan): unknown {
  const { pages, middleware } = pagesFor(plan);
  const onRequest = sequence(...(plan.parsesBodies ? [look] : []), ...middleware);
  return {
    adapterName: "suite",
    routes: Object.keys(pages).map((route) => ({
      routeData: routeDataOf(route),
      file: "",
      links: [],
      scripts: [],
      styles: [],
    })),
    pageMap: new Map(
      Object.entries(pages).map(([route, page]) => [route, async () => ({ page: () => page })]),
    ),
    middleware: () => ({ onRequest }),
    allowedDomains: [{ hostname: "app.test", ...(plan.trustsProxy && { protocol: "https" }) }],
    site: plan.trustsProxy ? "https://app.test" : undefined,
    base: "/",
    trailingSlash: "ignore",
    buildFormat: "directory",
    renderers: [],
    serverLike: true,
    middlewareMode: "classic",
    clientDirectives: new Map(),
    entryModules: {},
    inlinedScripts: new Map(),
    assets: new Set(),
    componentMetadata: new Map(),
    checkOrigin: true,
    actionBodySizeLimit: 1_000_000,
    serverIslandBodySizeLimit: 1_000_000,
    key: crypto.subtle.generateKey({ name: "AES-GCM", length: 256 }, true, ["encrypt", "decrypt"]),
    ...{ cacheDir: nowhere, srcDir: nowhere, outDir: nowhere, rootDir: nowhere },
    ...{ publicDir: nowhere, buildClientDir: nowhere, buildServerDir: nowhere, assetsDir: "" },
    image: {},
    shouldInjectCspMetaTags: false,
    // Of version 6 alone.
    experimentalQueuedRendering: { enabled: false },
    devToolbar: { enabled: false },
    logLevel: "silent",
  };
}

/** An application that looks at bodies reads a copy. */
async function look(
  { request }: { readonly request: Request },
  next: () => Promise<Response>,
): Promise<Response> {
  await request.clone().text();
  return next();
}

function routeDataOf(route: string): Omit<RouteData, "distURL"> {
  const names = route.split("/").slice(1);
  const isRest = (name: string) => name.startsWith("[...");
  const pattern = names.map((name) => (isRest(name) ? "(?:\\/(.*?))?" : `\\/${name}`)).join("");
  return {
    route,
    component: route,
    params: names.filter(isRest).map((name) => name.slice(1, -1)),
    ...(!names.some(isRest) && { pathname: route }),
    pattern: new RegExp(`^${pattern}\\/?$`),
    segments: names.map((name) => [
      {
        content: isRest(name) ? name.slice(1, -1) : name,
        dynamic: isRest(name),
        spread: isRest(name),
      },
    ]),
    type: "endpoint",
    prerender: false,
    fallbackRoutes: [],
    isIndex: false,
    origin: "project",
  };
}
