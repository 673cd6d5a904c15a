import { neverKept } from "../../engine/index.js";
import { AuthError } from "../../errors.js";
import type { LoggerInstance } from "../../types/logger.js";
import type { Session } from "../../types/session.js";
import type { NodeEvent } from "../h3/event.js";
import { verdictOn } from "../h3/guard.js";
import type { Refusal } from "../visit/refusal.js";
import { statusOf } from "../visit/status.js";
import type { Visit } from "../visit/visit.js";

/** What pages, which are rendered by other code than what answers requests, are told of a visit. */
export interface PageVisit {
  readonly basePath: string;
  /** The session for a page; undefined where it is not known now, or must not be in the page. */
  session(at: NodeEvent): Promise<Session | null | undefined>;
  /** What somebody is told who may not see a page. */
  verdict(at: NodeEvent): Promise<Refusal | undefined>;
}

export function pageVisit({ node }: NodeEvent, visit: Visit): PageVisit {
  // What is kept for everybody is rendered for an event of its own, which shares the context.
  const isShared = (at: NodeEvent): boolean => at.node.req !== node.req || isKept(at);
  return {
    basePath: visit.engine.settings.basePath,
    async session(at) {
      if (isShared(at) || isErrorPage(at)) return undefined;
      const session = await known(visit);
      if (session) at.node.res.setHeader("cache-control", neverKept);
      return session;
    },
    async verdict(at) {
      const { logger } = visit.engine.settings;
      if (isShared(at)) throw hidden(logger, new Error(sharedMessage));
      try {
        return await verdictOn(visit);
      } catch (error) {
        throw statusOf(error) === 503 ? error : hidden(logger, error);
      }
    },
  };
}

const sharedMessage =
  "This page is for people who are signed in, and its route rules keep it for everybody. Take one of them away.";

/** An outage closes what is protected, and nothing else: the browser asks again. */
async function known({ auth, engine }: Visit): Promise<Session | null | undefined> {
  try {
    return await auth.session();
  } catch (error) {
    if (statusOf(error) === 503) return undefined;
    throw hidden(engine.settings.logger, error);
  }
}

/** What is thrown while a page is made is shown on its error page: the log is told what it is. */
function hidden(logger: LoggerInstance, error: unknown): Error {
  const known = error instanceof Error ? error : new Error(String(error));
  logger.error(known instanceof AuthError ? known.type : known.name, known);
  return new Error("Who is signed in can not be told. The log of the server says why.");
}

/** Whether a page is rendered once and shown to many. */
function isKept({ node, context }: NodeEvent): boolean {
  if (node.req.headers["x-nitro-prerender"] !== undefined) return true;
  const rules = memberOf(memberOf(context, "_nitro"), "routeRules");
  return ["cache", "isr", "swr", "prerender"].some((name) => Boolean(memberOf(rules, name)));
}

/** It is asked for by Nuxt itself, and what is set on its response may be lost. */
function isErrorPage({ node }: NodeEvent): boolean {
  return node.req.headers["x-nuxt-error"] !== undefined;
}

function memberOf(value: unknown, name: string): unknown {
  return typeof value === "object" && value !== null ? Reflect.get(value, name) : undefined;
}
