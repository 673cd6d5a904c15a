import type { RequestHandler } from "express";
import { getSession, type ExpressAuthConfig, type Session } from "latchkey/express";

declare module "express-serve-static-core" {
  interface Locals {
    /** Who is signed in: set for every page by {@link readSession}. */
    session: Session | null;
  }
}

/** Puts the session where every page and template finds it. */
export function readSession(config: ExpressAuthConfig): RequestHandler {
  return async (req, res, next) => {
    res.locals.session = await getSession(req, config);
    next();
  };
}
