import { HttpException, type ExecutionContext } from "@nestjs/common";
import type { Engine } from "../../core/engine/index.js";
import type { IncomingMessage } from "../node/http-types.js";
import { peerOf } from "../node/peer.js";
import { senderOf } from "../node/sender.js";
import { withErrorsOf } from "../visit/errors.js";
import { createRegistry } from "../visit/registry.js";
import { behindProxy } from "../visit/sender.js";
import { createVisit, type Visit } from "../visit/visit.js";
import type { NestAuthConfig } from "./types.js";

const visits = createRegistry<object, Visit>(
  "add `AuthModule.forRoot(config)` to the imports of your module.",
);

export function beginVisit(req: IncomingMessage, engine: Engine, config: NestAuthConfig): Visit {
  const { headers } = req;
  const encrypted = "encrypted" in req.socket && req.socket.encrypted === true;
  const protocol = encrypted ? "https" : "http";
  const sender = senderOf({ req, protocol, host: headers.host ?? "", target: targetOf(req) });
  const peer = () => peerOf(req);
  const proxied = behindProxy(sender, { trustProxy: config.trustProxy, peer });
  // Express knows the address behind proxies that it trusts.
  const known: unknown = Reflect.get(req, "ip");
  const ip = () => (typeof known === "string" && known !== peer() ? known : proxied.ip?.());
  const visit = createVisit(engine, { ...proxied, ip });
  return visits.begin(req, { ...visit, auth: withErrorsOf(visit.auth, asException) });
}

/** Nest responds with the status of an `HttpException`, and with 500 to other errors. */
function asException(status: number, message: string, cause: unknown): HttpException {
  return new HttpException(message, status, { cause });
}

/** The path as the browser sent it: both platforms strip a mount path from the other one. */
function targetOf(req: IncomingMessage): string {
  const original: unknown = Reflect.get(req, "originalUrl");
  return typeof original === "string" ? original : (req.url ?? "/");
}

/** The visit of the current request. */
export function visitOf(context: ExecutionContext): Visit {
  return visits.get(rawOf(context.switchToHttp().getRequest()));
}

/** The Node.js request, which Fastify wraps. */
export function rawOf(given: unknown): object {
  const outer = isObject(given) ? given : {};
  const raw: unknown = Reflect.get(outer, "raw");
  return isObject(raw) ? raw : outer;
}

function isObject(value: unknown): value is object {
  return typeof value === "object" && value !== null;
}
