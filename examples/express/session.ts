import type { RequestHandler } from "express";
import { getSession, type ExpressAuthConfig, type Session, type User } from "latchkey/express";

declare module "express-serve-static-core" {
  interface Locals {
    /** Who is signed in, or here as a guest: set for every page by {@link readSession}. */
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

/** The user who is signed in. Of a guest nothing is proven, so there is none. */
export function signedIn(session: Session | null): User | undefined {
  return session?.guest ? undefined : session?.user;
}
