import { Router, type Request } from "express";
import { getAccessToken, type ExpressAuthConfig } from "latchkey/express";
import { AccessTokenError } from "latchkey/errors";
import { identityId, type Identity } from "./identity/index.js";
import { calendarPage, type CalendarView } from "./pages/calendar.js";
import { requireUser } from "./require-user.js";
import { sendPage } from "./send-page.js";

/** A page made with another site's API: that of Local Identity, with a token of whoever is signed in. */
export function calendarRouter(config: ExpressAuthConfig, { issuer }: Identity): Router {
  const router = Router();
  router.get("/", requireUser, async (req, res) => {
    sendPage(res, calendarPage(await askApi(req, config, issuer)));
  });
  return router;
}

/** The token lives for half a minute. Whether it is a new one is not for the caller to think about. */
async function askApi(
  req: Request,
  config: ExpressAuthConfig,
  issuer: string,
): Promise<CalendarView> {
  try {
    const token = await getAccessToken(req, config, identityId);
    const headers = { authorization: `Bearer ${String(token)}` };
    const answer = await fetch(new URL("/api/calendar", issuer), { headers });
    return { issuer, status: answer.status, answer: await answer.json() };
  } catch (error) {
    if (error instanceof AccessTokenError) return { issuer, reason: error.type };
    throw error;
  }
}
