import type { Request as ExpressRequest } from "express";
import { toWebRequest as fromNode } from "../node/request.js";

/** The Express request as a Web one, whether or not the application has read the body already. */
export function toWebRequest(req: ExpressRequest, origin: string): Request {
  const body: unknown = req.body;
  return fromNode({ req, url: new URL(origin + req.originalUrl), body });
}
