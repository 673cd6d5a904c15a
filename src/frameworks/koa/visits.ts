import type { Context } from "koa";
import type { Engine } from "../../engine/index.js";
import { senderOf } from "../node/sender.js";
import type { RequestAuth } from "../visit/types.js";
import { createVisit, type Visit } from "../visit/visit.js";

const visits = new WeakMap<RequestAuth, Visit>();

export function beginVisit(ctx: Context, engine: Engine): Visit {
  const { req, protocol, host, originalUrl: target } = ctx;
  const hostTrusted = ctx.app.proxy === true;
  const visit = createVisit(
    engine,
    senderOf({ req, protocol, host, target, hostTrusted, ip: () => ctx.ip }),
  );
  visits.set(visit.auth, visit);
  return visit;
}

/** The visit that `KoaAuth` began. */
export function visitOf(auth: RequestAuth | undefined): Visit {
  const visit = auth && visits.get(auth);
  if (visit) return visit;
  throw new Error("There is no sign-in here yet: `app.use(KoaAuth(config))` must come before.");
}
