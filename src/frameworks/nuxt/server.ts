import { addCookiesAtLast } from "../node/before-headers.js";
import { answerOf, entrance } from "../h3/entrance.js";
import type { NodeEvent } from "../h3/event.js";
import { refusal } from "../h3/guard.js";
import { answerWith } from "../h3/respond.js";
import type { H3AuthSource } from "../h3/types.js";
import { isOwnRoute } from "../visit/place.js";
import type { Visit } from "../visit/visit.js";
import { pageVisit } from "./page.js";
import { closedBy, type RouteRules } from "./rules.js";

/** What the module tells the server. */
export interface NuxtServerOptions {
  /** Where the routes are when neither the configuration nor the environment says so. */
  readonly basePath: string;
  /** Where the application is. @default "/" */
  readonly baseURL?: string;
  readonly routeRules?: RouteRules;
}

/** The two halves of what the module puts into the server of a Nuxt application. */
export interface NuxtServer {
  /** For the hook `request`, so that the middleware of the application finds `event.context.auth`. */
  readonly begin: (event: NodeEvent) => Promise<void>;
  /** A middleware: answers the library's routes, and closes what route rules say. */
  readonly handler: (event: NodeEvent) => Promise<void>;
}

/**
 * The server of a Nuxt application, as the module `latchkey/nuxt` puts it together. An application names the
 * module, and has no need to call this.
 */
export function NuxtServerAuth(source: H3AuthSource, options: NuxtServerOptions): NuxtServer {
  const { basePath, baseURL, routeRules = {} } = options;
  const enter = entrance(source, basePath);
  const isClosed = closedBy(routeRules, baseURL);
  const visits = new WeakMap<object, Visit>();

  const begin = async (event: NodeEvent): Promise<Visit> => {
    const visit = await enter(event);
    visits.set(event.context, visit);
    Reflect.set(event.context, "latchkey", pageVisit(event, visit));
    addCookiesAtLast(event.node.res, visit.leave);
    return visit;
  };
  return {
    async begin(event) {
      await begin(event);
    },
    async handler(event) {
      // Nitro goes on where its hook fails; here it is told.
      const visit = visits.get(event.context) ?? (await begin(event));
      if (isOwnRoute(visit.engine, visit.sender)) {
        await answerWith(event, await answerOf(event, visit));
        return;
      }
      const { path, url } = visit.sender;
      const response = isClosed([path, url.pathname]) ? await refusal(event) : undefined;
      if (response) await answerWith(event, response);
    },
  };
}

export type {
  H3AuthConfig as NuxtAuthConfig,
  H3AuthSource as NuxtAuthSource,
} from "../h3/types.js";
