import { Router, type Response } from "express";
import type { Inbox, Mail } from "./mail-server.js";
import { inboxPage, mailPage } from "./pages/inbox.js";
import { sendPage } from "./send-page.js";

/** The mails that the demo sent, to read here instead of in a mail program. */
export function inboxRouter({ mails }: Inbox): Router {
  const find = (id: string): Mail | undefined => mails.find((mail) => mail.id === id);
  const router = Router();
  router.get("/", (_req, res) => sendPage(res, inboxPage(mails)));
  router.get("/:id", (req, res, next) => {
    const mail = find(req.params.id);
    if (!mail) return next();
    allowFrame(res);
    sendPage(res, mailPage(mail));
  });
  router.get("/:id/html", (req, res, next) => {
    const mail = find(req.params.id);
    if (!mail) return next();
    lockUp(res);
    // Links lead out of the frame, as they lead out of a mail program.
    res.type("html").send(mail.html.replace(/<head[^>]*>/i, '$&<base target="_top">'));
  });
  return router;
}

function allowFrame(res: Response): void {
  const policy = String(res.get("Content-Security-Policy"));
  res.set("Content-Security-Policy", `${policy}; frame-src 'self'`);
}

/** A mail is a stranger's document: it may look as it likes, and follow a click, and nothing else. */
function lockUp(res: Response): void {
  res.set({
    "Content-Security-Policy": [
      "default-src 'none'",
      "style-src 'unsafe-inline'",
      "base-uri 'none'",
      "form-action 'none'",
      "frame-ancestors 'self'",
      "sandbox allow-top-navigation-by-user-activation",
    ].join("; "),
    "X-Frame-Options": "SAMEORIGIN",
    "Referrer-Policy": "no-referrer",
  });
}
