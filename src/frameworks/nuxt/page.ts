import { neverKept } from "../../core/engine/index.js";
import { AuthError } from "../../core/errors/errors.js";
import type { LoggerInstance } from "../../types/logger.js";
import type { Session } from "../../types/session.js";
import type { NodeEvent } from "../h3/event.js";
import { statusOf } from "../visit/errors.js";
import { checkAccess, type GuardOptions, type Refusal } from "../visit/guard.js";
import { memberOf } from "../visit/shapes.js";
import type { Visit } from "../visit/visit.js";

/** A visit for pages, which are rendered by other code than the request handler. `at` is their event. */
export interface PageVisit {
  readonly basePath: string;
  /** The session for a page; undefined if it's unknown or mustn't be in the page. */
  session(at: object): Promise<Session | null | undefined>;
  /** The refusal for a visitor who may not see a page. */
  verdict(at: object, options?: GuardOptions): Promise<Refusal | undefined>;
}

export function pageVisit({ node }: NodeEvent, visit: Visit): PageVisit {
  // A cached page is rendered for an event of its own, which shares the context.
  const isShared = (at: NodeEvent): boolean => at.node.req !== node.req || isKept(at);
  return {
    basePath: visit.engine.settings.basePath,
    async session(at: NodeEvent) {
      if (isShared(at) || isErrorPage(at)) return undefined;
      const session = await known(visit);
      if (session) at.node.res.setHeader("cache-control", neverKept);
      return session;
    },
    async verdict(at: NodeEvent, options) {
      const { logger } = visit.engine.settings;
      if (isShared(at)) throw hidden(logger, new Error(sharedMessage));
      try {
        return (await checkAccess(visit, options)).refusal;
      } catch (error) {
        throw statusOf(error) === 503 ? error : hidden(logger, error);
      }
    },
  };
}

const sharedMessage =
  "This page requires a user, but its route rules cache or prerender it for everyone. Remove one of the two.";

/** An outage closes protected pages only: the browser reads the session again. */
async function known({ auth, engine }: Visit): Promise<Session | null | undefined> {
  try {
    return await auth.session();
  } catch (error) {
    if (statusOf(error) === 503) return undefined;
    throw hidden(engine.settings.logger, error);
  }
}

/** An error during rendering is shown on the error page, so its details go to the log only. */
function hidden(logger: LoggerInstance, error: unknown): Error {
  const known = error instanceof Error ? error : new Error(String(error));
  logger.error(known instanceof AuthError ? known.type : known.name, known);
  return new Error("It's unknown whether the user is signed in. The server's log says why.");
}

/** Whether a page is cached for several visitors. */
function isKept({ node, context }: NodeEvent): boolean {
  if (node.req.headers["x-nitro-prerender"] !== undefined) return true;
  const rules = memberOf(memberOf(context, "_nitro"), "routeRules");
  return ["cache", "isr", "swr", "prerender"].some((name) => Boolean(memberOf(rules, name)));
}

/** Nuxt requests it internally, and headers set on its response may be lost. */
function isErrorPage({ node }: NodeEvent): boolean {
  return node.req.headers["x-nuxt-error"] !== undefined;
}
