import type { IncomingMessage } from "../node/http-types.js";
import { HttpException, type ExecutionContext } from "@nestjs/common";
import type { Engine } from "../../engine/index.js";
import { peerOf } from "../node/peer.js";
import { senderOf } from "../node/sender.js";
import { clientIp } from "../visit/client.js";
import { addressOf } from "../visit/origin.js";
import { throwing } from "../visit/thrown.js";
import { createVisit, type Visit } from "../visit/visit.js";
import type { NestAuthConfig } from "./types.js";

const visits = new WeakMap<object, Visit>();

export function beginVisit(req: IncomingMessage, engine: Engine, config: NestAuthConfig): Visit {
  const { headers } = req;
  const encrypted = "encrypted" in req.socket && req.socket.encrypted === true;
  const protocol = encrypted ? "https" : "http";
  const sender = senderOf({ req, protocol, host: headers.host ?? "", target: targetOf(req) });
  const url = addressOf(sender.url.href, sender.headers, config.trustProxy === true);
  const ip = () => ipOf(req, sender.headers, config);
  const plain = createVisit(engine, { ...sender, url, ip });
  const visit = { ...plain, auth: throwing(plain.auth, asException) };
  visits.set(req, visit);
  return visit;
}

/** Express knows the address behind proxies that it trusts. */
function ipOf(req: IncomingMessage, headers: Headers, { trustProxy }: NestAuthConfig) {
  const known: unknown = Reflect.get(req, "ip");
  const peer = peerOf(req);
  if (typeof known === "string" && known !== peer) return known;
  return clientIp({ peer, headers, trustsProxy: trustProxy === true });
}

/** Nest answers with the status of an `HttpException`, and with 500 to everything else. */
function asException(status: number, message: string, cause: unknown): HttpException {
  return new HttpException(message, status, { cause });
}

/** The path as the browser sent it: both platforms shorten the other one for what is mounted below a path. */
function targetOf(req: IncomingMessage): string {
  const original: unknown = Reflect.get(req, "originalUrl");
  return typeof original === "string" ? original : (req.url ?? "/");
}

/** The visit of the request that is handled. */
export function visitOf(context: ExecutionContext): Visit {
  const visit = visits.get(rawOf(context.switchToHttp().getRequest()));
  if (visit) return visit;
  throw new Error("There is no sign-in here yet: import `AuthModule.forRoot(config)`.");
}

/** What Node.js gave: Fastify has a request of its own around it. */
export function rawOf(given: unknown): object {
  const outer = isObject(given) ? given : {};
  const raw: unknown = Reflect.get(outer, "raw");
  return isObject(raw) ? raw : outer;
}

function isObject(value: unknown): value is object {
  return typeof value === "object" && value !== null;
}
