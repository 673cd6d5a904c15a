import type { Engine } from "../../core/engine/index.js";
import type { Session } from "../../types/session.js";
import { callable } from "../visit/callable.js";
import { environment } from "../visit/environment.js";
import { answerToError, type ErrorAnswer } from "../visit/errors.js";
import { createRegistry } from "../visit/registry.js";
import type { LocalsAuth } from "../visit/types.js";
import { createVisit, type Visit } from "../visit/visit.js";
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
  const ip = () => addressOf(event);
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

/** Some adapters don't know the address, and throw. */
function addressOf(event: KitEvent): string | undefined {
  try {
    return event.getClientAddress();
  } catch {
    return undefined;
  }
}

/**
 * Whether adapter-node knows the site's host: from `ORIGIN`, or from the header named by
 * `HOST_HEADER`.
 */
function isHostTrusted({ url, request }: KitEvent): boolean {
  const { ORIGIN, HOST_HEADER } = environment();
  if (ORIGIN) return URL.canParse(ORIGIN) && new URL(ORIGIN).origin === url.origin;
  const host = HOST_HEADER && request.headers.get(HOST_HEADER);
  return (
    Boolean(host) && URL.canParse(`http://${host}`) && hostIn(`http://${host}`) === url.hostname
  );
}

function hostIn(address: string): string {
  return new URL(address).hostname;
}
