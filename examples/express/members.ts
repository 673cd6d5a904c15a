import { Router } from "express";
import { memberPage, membersPage } from "./pages/members.js";
import { people, slugOf } from "./people.js";
import { requireUser } from "./require-user.js";
import { sendPage } from "./send-page.js";

/** A part of the site for people who are signed in: one line protects every route in it. */
export function membersRouter(): Router {
  const router = Router();
  router.use(requireUser);
  router.get("/", (_req, res) => sendPage(res, membersPage(people)));
  router.get("/:name", (req, res, next) => {
    const person = people.find(({ name }) => slugOf(name) === req.params.name);
    if (!person) return next();
    sendPage(res, memberPage(person));
  });
  return router;
}
