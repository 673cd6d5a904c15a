import type { Engine } from "../../core/engine/index.js";
import type { Session } from "../../types/session.js";
import { answerToError, type ErrorAnswer } from "../visit/errors.js";
import { environment } from "../visit/prepare.js";
import { createRegistry } from "../visit/registry.js";
import { toldAddress } from "../visit/sender.js";
import type { LocalsAuth } from "../visit/types.js";
import { callable, createVisit, type Visit } from "../visit/visit.js";
import type { KitEvent } from "./kit.js";

/** A visit, and the response it must end with, whatever the application does. */
export interface RequestState {
  readonly visit: Visit;
  /** Where one of the library's actions sends the browser. */
  redirectTo?: string;
  /** Why the application's session read was refused. */
  refusal?: ErrorAnswer | undefined;
}

/** What `handle` began. */
export const requestStates = createRegistry<LocalsAuth, RequestState>(
  "run `handle` of SvelteKitAuth first, in src/hooks.server.ts.",
);

export function begin(event: KitEvent, engine: Engine): RequestState {
  const { request, url } = event;
  const { method, headers } = request;
  const hostTrusted = isHostTrusted(event);
  const ip = () => toldAddress(() => event.getClientAddress());
  const visit = createVisit(engine, { method, headers, url, path: url.pathname, hostTrusted, ip });
  const session = async (): Promise<Session | null> => {
    try {
      return await visit.auth.session();
    } catch (error) {
      state.refusal ??= answerToError(error);
      throw error;
    }
  };
  const state: RequestState = { visit: { ...visit, auth: { ...visit.auth, session } } };
  event.locals.auth = callable(state.visit.auth);
  return requestStates.begin(event.locals.auth, state);
}

/**
 * Whether adapter-node knows the site's host: from `ORIGIN`, or from the header named by
 * `HOST_HEADER`.
 */
function isHostTrusted({ url, request }: KitEvent): boolean {
  const { ORIGIN, HOST_HEADER } = environment();
  if (ORIGIN) return URL.canParse(ORIGIN) && new URL(ORIGIN).origin === url.origin;
  const host = HOST_HEADER ? request.headers.get(HOST_HEADER) : null;
  const written = `http://${host ?? ""}`;
  return URL.canParse(written) && new URL(written).hostname === url.hostname;
}

/* oxlint-disable house/no-response -- a hook answers with responses */

/** A redirect in a form that the sender understands: a browser, or SvelteKit's client. */
export function redirectTo(event: KitEvent, location: string, status: 302 | 303): Response {
  if (event.isDataRequest) return Response.json({ type: "redirect", location });
  if (event.request.headers.get("x-sveltekit-action") === "true") {
    return Response.json({ type: "redirect", status, location });
  }
  return new Response(null, { status, headers: { location } });
}

export function refused(status: 401 | 403 | 429 | 503, message: string): Response {
  return Response.json({ message }, { status });
}
