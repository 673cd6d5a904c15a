import type { RequestHandler } from "express";

/** A form of another site must not change anything: browsers tell where a form was sent from. */
export const ownFormsOnly: RequestHandler = (req, res, next) => {
  const from = req.get("origin");
  const isOwn = from !== undefined && URL.canParse(from) && new URL(from).host === req.get("host");
  if (req.method !== "POST" || isOwn) {
    next();
    return;
  }
  res.status(403).type("text").send("This form was sent from another site.");
};
