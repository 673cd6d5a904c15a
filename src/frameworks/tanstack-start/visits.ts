import type { Engine } from "../../engine/index.js";
import { peerOfWeb } from "../node/peer.js";
import { clientIp } from "../visit/client.js";
import { addressOf } from "../visit/origin.js";
import { throwing, type Thrown } from "../visit/thrown.js";
import { createVisit, type Visit } from "../visit/visit.js";
import { refused } from "../visit/web.js";
import type { TanStackStartAuthConfig } from "./types.js";

/** A visit, and how it may end. */
export interface Course {
  readonly visit: Visit;
  /** What is to be thrown where something is refused. */
  readonly refusal: (status: 401 | 403 | 503, message: string, cause?: unknown) => unknown;
  /** What was thrown while a page was made. */
  failure?: Failure;
}

/** An error that says no more than browsers may know: TanStack Start sends it to them. */
export class Failure extends Error {
  constructor(
    readonly status: 401 | 403 | 503,
    message: string,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}

/** What a request middleware gets, as far as it is used here. */
interface Arrival {
  readonly request: Request;
  readonly handlerType: "serverFn" | "router";
}

const courses = new WeakMap<object, Course>();

export function begin(
  { request, handlerType }: Arrival,
  engine: Engine,
  { trustProxy }: TanStackStartAuthConfig,
): Course {
  const { method, headers } = request;
  const trustsProxy = trustProxy === true;
  const url = addressOf(request.url, headers, trustsProxy);
  const ip = () => clientIp({ peer: peerOfWeb(request), headers, trustsProxy });
  const plain = createVisit(engine, { method, headers, url, path: url.pathname, ip });
  const refusal: Course["refusal"] = (status, message, cause) => {
    // A call from the browser rejects with a response that is thrown. What a loader throws must be an error.
    if (handlerType === "serverFn") return refused(status, message);
    return (course.failure = new Failure(status, message, { cause }));
  };
  const auth = throwing(plain.auth, refusal satisfies Thrown);
  const course: Course = { visit: { ...plain, auth }, refusal };
  courses.set(auth, course);
  return course;
}

/** What the middleware of `src/start.ts` began. */
export function courseOf(context: unknown): Course {
  const auth = isObject(context) ? context["auth"] : undefined;
  const course = isObject(auth) ? courses.get(auth) : undefined;
  if (course) return course;
  throw new Error(
    "There is no sign-in here yet: `src/start.ts` must have the middleware of TanStackStartAuth.",
  );
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null;
}
