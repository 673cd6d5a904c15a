import type { NextRequest } from "next/server.js";
import type { Awaitable } from "../../types/common.js";
import { memberOf } from "../visit/shapes.js";
import type { NextAuthRequest, NodeRequest, NodeResponse } from "./types.js";

/** A handler that `auth` can wrap. */
export type Wrappable = (
  request: NextAuthRequest,
  context: unknown,
) => Awaitable<Response | void | null>;

export function isWrappable(value: unknown): value is Wrappable {
  return typeof value === "function";
}

/** Recognized by its headers, because bundlers may have several `Request` classes. */
export function isWebRequest(value: unknown): value is NextRequest {
  return typeof memberOf(memberOf(value, "headers"), "get") === "function";
}

export function isNodeRequest(value: unknown): value is NodeRequest {
  const headers = memberOf(value, "headers");
  return typeof headers === "object" && headers !== null && !isWebRequest(value);
}

export function isNodeResponse(value: unknown): value is NodeResponse {
  return typeof memberOf(value, "setHeader") === "function";
}
