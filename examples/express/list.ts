import { Router, urlencoded } from "express";
import type { Lists } from "./lists.js";
import { ownFormsOnly } from "./own-forms-only.js";
import { listPage } from "./pages/list.js";
import { sendPage } from "./send-page.js";

const longest = 80;

/** A page for everybody, with an account or without: this one does not ask whether the session is a guest's. */
export function listRouter(lists: Lists): Router {
  const router = Router();
  router.use(ownFormsOnly, urlencoded({ extended: false }));
  router.get("/", (_req, res) => {
    const { session } = res.locals;
    const id = session?.user?.id;
    sendPage(res, listPage(session, id === undefined ? [] : lists.of(id)));
  });
  router.post("/", (req, res) => {
    const id = res.locals.session?.user?.id;
    const item = itemIn(req.body);
    if (id !== undefined && item !== "") lists.add(id, item);
    res.redirect(303, "/list");
  });
  return router;
}

function itemIn(body: unknown): string {
  const item: unknown = typeof body === "object" && body !== null && Reflect.get(body, "item");
  return typeof item === "string" ? item.trim().slice(0, longest) : "";
}
