import type { ErrorRequestHandler, RequestHandler } from "express";
import { failedPage, notFoundPage } from "./pages/errors.js";
import { sendPage } from "./send-page.js";

/** What no route answered. */
export const notFound: RequestHandler = (_req, res) => {
  res.status(404);
  sendPage(res, notFoundPage());
};

/** What went wrong stays in the log; the page says only that it did. Express wants all four parameters. */
export const failed: ErrorRequestHandler = (error: unknown, _req, res, next) => {
  if (res.headersSent) return next(error);
  const status = statusOf(error);
  if (status >= 500) console.error(error);
  res.status(status);
  sendPage(res, status === 404 ? notFoundPage() : failedPage());
};

/** Express marks what the browser got wrong, such as an address it can't decode. */
function statusOf(error: unknown): number {
  if (typeof error !== "object" || error === null || !("status" in error)) return 500;
  const { status } = error;
  return typeof status === "number" && status >= 400 && status < 600 ? status : 500;
}
