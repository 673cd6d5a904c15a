import type { Response } from "express";
import { layout, type Page } from "./pages/layout.js";

/** Sends a page of the demo, with who is signed in at its top. */
export function sendPage(res: Response, page: Page): void {
  res.type("html").send(layout(page, { session: res.locals.session ?? null, path: pathOf(res) }));
}

function pathOf(res: Response): string {
  return res.req.baseUrl + res.req.path;
}
