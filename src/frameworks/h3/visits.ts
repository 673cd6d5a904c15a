import type { Engine } from "../../engine/index.js";
import { senderOf } from "../node/sender.js";
import { clientIp } from "../visit/client.js";
import { addressOf } from "../visit/origin.js";
import { writtenPath, type Sender } from "../visit/sender.js";
import { createVisit, type Visit } from "../visit/visit.js";
import { isWebEvent, type AuthEvent, type NodeEvent, type WebEvent } from "./event.js";
import { addressIn } from "./request.js";
import type { H3AuthConfig } from "./types.js";

const visits = new WeakMap<object, Visit>();

/** The visit that a middleware before this one began. */
export function visitOf(event: AuthEvent): Visit {
  const visit = visits.get(event.context);
  if (visit) return visit;
  throw new Error(
    "There is no sign-in here yet: the middleware of `H3Auth(config)` must come before.",
  );
}

export function beginVisit(event: AuthEvent, engine: Engine, { trustProxy }: H3AuthConfig): Visit {
  const sender = isWebEvent(event) ? ofWeb(event) : ofNode(event);
  const url = addressOf(sender.url.href, sender.headers, trustProxy === true);
  const { headers } = sender;
  const ip = () =>
    event.context.clientAddress ??
    clientIp({ peer: addressIn(event), headers, trustsProxy: trustProxy === true });
  const visit = createVisit(engine, { ...sender, url, ip });
  visits.set(event.context, visit);
  Reflect.set(event.context, "auth", visit.auth);
  return visit;
}

function ofWeb({ req }: WebEvent): Sender {
  const { method, url } = req;
  const headers = new Headers([...req.headers.entries()]);
  return { method, headers, url: new URL(url), path: writtenPath(url) };
}

function ofNode({ node: { req } }: NodeEvent): Sender {
  const { headers } = req;
  return senderOf({
    req,
    protocol: isEncrypted(req) ? "https" : "http",
    host: headers.host ?? "",
    target: targetOf(req),
  });
}

/** Platforms that only look like Node.js have a socket of their own kind. */
function isEncrypted({ socket }: NodeEvent["node"]["req"]): boolean {
  return "encrypted" in socket && socket.encrypted === true;
}

/** The path as the browser sent it: h3 shortens the other one for applications mounted below a path. */
function targetOf(req: NodeEvent["node"]["req"]): string {
  const original: unknown = Reflect.get(req, "originalUrl");
  return typeof original === "string" ? original : (req.url ?? "/");
}
