import { Router, urlencoded, type Request } from "express";
import type { ExpressAuthConfig } from "latchkey/express";
import { deviceName, manage, type SessionInfo } from "latchkey/manage";
import { ownFormsOnly } from "./own-forms-only.js";

/** A place where somebody is signed in. */
export interface Device extends Pick<SessionInfo, "id" | "ip" | "signedInAt" | "lastSeenAt"> {
  readonly name: string;
  /** It is the one that asks. */
  readonly current: boolean;
}

/** The devices of whoever sent the request, the one seen last first. */
export async function devicesOf(
  config: ExpressAuthConfig,
  request: Request,
): Promise<readonly Device[]> {
  const { sessions } = manage(config);
  const own = await sessions.current(request);
  if (!own) return [];
  const listed = await sessions.list(own.userId, { request });
  return listed.map((info) => ({ ...info, name: deviceName(info.userAgent) }));
}

/** Ends one device, or all others, of whoever asks. */
export function devicesRouter(config: ExpressAuthConfig): Router {
  const { sessions } = manage(config);
  const router = Router();
  router.use(ownFormsOnly, urlencoded({ extended: false, limit: "2kb" }));
  router.post("/end", async (req, res) => {
    const own = await sessions.current(req);
    const id: unknown = Reflect.get(Object(req.body), "id");
    // The id comes from a form, so that it ends nothing but a session of the person who sent it.
    if (own && typeof id === "string") await sessions.end(id, { userId: own.userId });
    res.redirect(303, "/#devices");
  });
  router.post("/end-others", async (req, res) => {
    const own = await sessions.current(req);
    if (own) await sessions.endAll(own.userId, { except: req });
    res.redirect(303, "/#devices");
  });
  return router;
}
