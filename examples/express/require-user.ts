import type { RequestHandler } from "express";
import { signedIn } from "./session.js";

/** Lets people pass who are signed in; others sign in first and come back to where they were going. */
export const requireUser: RequestHandler = (req, res, next) => {
  if (signedIn(res.locals.session)) return next();
  const query = new URLSearchParams({ callbackUrl: req.originalUrl, error: "SessionRequired" });
  res.redirect(`/auth/signin?${query.toString()}`);
};
