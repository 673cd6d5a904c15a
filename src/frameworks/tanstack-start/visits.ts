import type { Engine } from "../../core/engine/index.js";
import { peerOfWeb } from "../node/peer.js";
import { type ErrorMaker, withErrorsOf } from "../visit/errors.js";
import { createRegistry } from "../visit/registry.js";
import { behindProxy, type Sender } from "../visit/sender.js";
import { createVisit, type Visit } from "../visit/visit.js";
import { refused } from "../visit/web.js";
import type { TanStackStartAuthConfig } from "./types.js";

/** A visit, and how it may end. */
export interface RequestState {
  readonly visit: Visit;
  /** Creates the value to throw for a refusal. */
  readonly refusal: (status: 401 | 403 | 429 | 503, message: string, cause?: unknown) => unknown;
  /** An error thrown while a page was rendered. */
  failure?: Failure;
}

/** An error without details that browsers mustn't see: TanStack Start sends it to them. */
class Failure extends Error {
  constructor(
    readonly status: 401 | 403 | 429 | 503,
    message: string,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}

/** The arguments of a request middleware that are used here. */
interface Arrival {
  readonly request: Request;
  readonly handlerType: "serverFn" | "router";
}

const requestStates = createRegistry<object, RequestState>(
  "add the middleware of TanStackStartAuth in src/start.ts.",
);

export function begin(
  { request, handlerType }: Arrival,
  engine: Engine,
  config: TanStackStartAuthConfig,
): RequestState {
  const plain = createVisit(engine, senderFor(request, config));
  const refusal: RequestState["refusal"] = (status, message, cause) => {
    // In the browser, a call rejects with a response that is thrown. A loader must throw an error.
    if (handlerType === "serverFn") return refused(status, message);
    return (state.failure = new Failure(status, message, { cause }));
  };
  const auth = withErrorsOf(plain.auth, refusal satisfies ErrorMaker);
  const state: RequestState = { visit: { ...plain, auth }, refusal };
  return requestStates.begin(auth, state);
}

export function senderFor(request: Request, { trustProxy }: TanStackStartAuthConfig): Sender {
  const { method, headers } = request;
  const url = new URL(request.url);
  const peer = () => peerOfWeb(request);
  return behindProxy({ method, headers, url, path: url.pathname }, { trustProxy, peer });
}

/** The visits that the middleware of `src/start.ts` started. */
export function stateOf(context: unknown): RequestState {
  const auth = isObject(context) ? context["auth"] : undefined;
  return requestStates.get(isObject(auth) ? auth : undefined);
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null;
}
