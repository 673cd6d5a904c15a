import type { IncomingMessage, ServerResponse } from "../node/http-types.js";

/**
 * The part of h3 that is used here, of version 1 (Nitro 2, Nuxt 3 and 4) and version 2. Nothing is
 * imported from it: the versions have little in common, and an application may have both.
 */
export type AuthEvent = NodeEvent | WebEvent;

/** An event of h3 1, on Node.js or a platform that imitates it. */
export interface NodeEvent {
  readonly node: { readonly req: IncomingMessage; readonly res: ServerResponse };
  readonly context: EventContext;
  respondWith(response: Response): Promise<void>;
}

/** An event of h3 2. */
export interface WebEvent {
  readonly req: WebRequest;
  readonly res: { readonly headers: Headers; readonly errHeaders: Headers };
  readonly context: EventContext;
}

/** The members of the request that are read; h3 types the others differently. */
export interface WebRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: { entries(): Iterable<[string, string]> };
  readonly body: ReadableStream<Uint8Array<ArrayBuffer>> | null;
  readonly bodyUsed: boolean;
  readonly ip?: string | undefined;
}

export interface EventContext {
  readonly clientAddress?: string;
  /** What the path of a middleware matched, in version 2. */
  readonly middlewareParams?: Readonly<Record<string, string>>;
}

/** A middleware. Version 1 passes no `next`, and continues if there was no response. */
export type AuthMiddleware = (event: AuthEvent, next?: () => unknown) => Promise<unknown>;

export function isWebEvent(event: AuthEvent): event is WebEvent {
  return "req" in event && "url" in event.req && "bodyUsed" in event.req;
}
