import type { Context } from "hono";
import { env } from "hono/adapter";
import type { Engine } from "../../engine/index.js";
import { clientIp } from "../visit/client.js";
import { addressOf } from "../visit/origin.js";
import { createPrepare } from "../visit/prepare.js";
import { writtenPath } from "../visit/sender.js";
import { createVisit, type Visit } from "../visit/visit.js";
import { withExceptions } from "./exception.js";
import { peerOf } from "./peer.js";
import type { HonoAuthConfig } from "./types.js";

const visits = new WeakMap<Context, Visit>();

/** The visit that a middleware before this one began. */
export function visitOf(c: Context): Visit {
  const visit = visits.get(c);
  if (visit) return visit;
  throw new Error("There is no sign-in here yet: `app.use(HonoAuth(config))` must come before.");
}

/** How engines are made; `basePath` is where the routes are when nothing says so. */
export function createEngines(basePath: string): (c: Context, config: HonoAuthConfig) => Engine {
  const prepare = createPrepare();
  return (c, config) =>
    prepare(config, { env: env<Record<string, string | undefined>>(c), basePath });
}

export function beginVisit(c: Context, engine: Engine, { trustProxy }: HonoAuthConfig): Visit {
  const { url, method, headers } = c.req.raw;
  const address = addressOf(url, headers, trustProxy === true);
  const ip = () => clientIp({ peer: peerOf(c), headers, trustsProxy: trustProxy === true });
  const plain = createVisit(engine, { method, headers, url: address, path: writtenPath(url), ip });
  const visit = { ...plain, auth: withExceptions(plain.auth) };
  visits.set(c, visit);
  return visit;
}
