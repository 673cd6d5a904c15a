import express, { type Express } from "express";
import { MiddlewareAuth } from "latchkey/express";
import { assets } from "./assets.js";
import { authConfig, type AuthOptions } from "./auth.js";
import { authenticatorRouter } from "./authenticator/index.js";
import { calendarRouter } from "./calendar.js";
import { failed, notFound } from "./errors.js";
import { inboxRouter } from "./inbox.js";
import { listRouter } from "./list.js";
import { startLists } from "./lists.js";
import { membersRouter } from "./members.js";
import { landingPage } from "./pages/landing.js";
import { protectedPage } from "./pages/protected.js";
import { requireUser } from "./require-user.js";
import { securityHeaders } from "./security-headers.js";
import { sendPage } from "./send-page.js";
import { readSession, signedIn } from "./session.js";
import { startTrail } from "./trail.js";
import { whatHappenedRouter } from "./what-happened.js";

/** The whole demo, ready to listen. */
export function createApp(options: AuthOptions): Express {
  const trail = startTrail();
  const lists = startLists();
  const config = authConfig({ ...options, trail, lists });
  const app = express();
  app.disable("x-powered-by");
  // Behind a reverse proxy also: app.set("trust proxy", true)

  app.use("/auth", MiddlewareAuth(config));
  app.use(assets());
  app.use(securityHeaders, readSession(config));

  app.get("/", (_req, res) => {
    const { session } = res.locals;
    const { strategy, inbox, identity } = options;
    const mails = inbox.mails.length;
    sendPage(res, landingPage({ session, strategy, mails, issuer: identity.issuer }));
  });
  app.get("/protected", requireUser, (_req, res) => {
    sendPage(res, protectedPage(signedIn(res.locals.session)));
  });
  app.use("/members", membersRouter());
  app.use("/list", listRouter(lists));
  app.use("/calendar", calendarRouter(config, options.identity));
  app.use("/authenticator", authenticatorRouter());
  app.use("/inbox", inboxRouter(options.inbox));
  app.use("/what-happened", whatHappenedRouter(trail));
  app.get("/oops", () => {
    throw new Error("This page fails on purpose.");
  });

  app.use(notFound);
  app.use(failed);
  return app;
}
