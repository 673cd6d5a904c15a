import type { Engine } from "../../core/engine/index.js";
import { senderOf } from "../node/sender.js";
import { createRegistry } from "../visit/registry.js";
import { behindProxy, writtenPath, type Sender } from "../visit/sender.js";
import { createVisit, type Visit } from "../visit/visit.js";
import { isWebEvent, type AuthEvent, type NodeEvent, type WebEvent } from "./event.js";
import { addressIn } from "./request.js";
import type { H3AuthConfig } from "./types.js";

/** The visits that an earlier middleware began, by the context of the event. */
export const visits = createRegistry<object, Visit>(
  "call `app.use(H3Auth(config))` before this handler.",
);

export function beginVisit(event: AuthEvent, engine: Engine, { trustProxy }: H3AuthConfig): Visit {
  const sender = isWebEvent(event) ? ofWeb(event) : ofNode(event);
  const proxied = behindProxy(sender, { trustProxy, peer: () => addressIn(event) });
  const ip = () => event.context.clientAddress ?? proxied.ip?.();
  const visit = createVisit(engine, { ...proxied, ip });
  Reflect.set(event.context, "auth", visit.auth);
  return visits.begin(event.context, visit);
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

/** Platforms that imitate Node.js have their own kind of socket. */
function isEncrypted({ socket }: NodeEvent["node"]["req"]): boolean {
  return "encrypted" in socket && socket.encrypted === true;
}

/** The path as the browser sent it: h3 strips the mount path from the other one. */
function targetOf(req: NodeEvent["node"]["req"]): string {
  const original: unknown = Reflect.get(req, "originalUrl");
  return typeof original === "string" ? original : (req.url ?? "/");
}
