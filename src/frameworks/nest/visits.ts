import { HttpException, type ExecutionContext } from "@nestjs/common";
import type { Engine } from "../../core/engine/index.js";
import type { IncomingMessage } from "../node/http-types.js";
import { peerOf } from "../node/peer.js";
import { senderOfNode } from "../node/sender.js";
import { withErrorsOf } from "../visit/errors.js";
import type { ProxiedConfig } from "../visit/prepare.js";
import { createRegistry } from "../visit/registry.js";
import { behindProxy } from "../visit/sender.js";
import { memberOf, textAt } from "../visit/shapes.js";
import { createVisit, type Visit } from "../visit/visit.js";

const visits = createRegistry<object, Visit>(
  "add `AuthModule.forRoot(config)` to the imports of your module.",
);

export function beginVisit(req: IncomingMessage, engine: Engine, config: ProxiedConfig): Visit {
  const peer = () => peerOf(req);
  const proxied = behindProxy(senderOfNode(req), { trustProxy: config.trustProxy, peer });
  // Express knows the address behind proxies that it trusts.
  const known = textAt(req, "ip");
  const ip = () => (known !== undefined && known !== peer() ? known : proxied.ip?.());
  const visit = createVisit(engine, { ...proxied, ip });
  return visits.begin(req, { ...visit, auth: withErrorsOf(visit.auth, asException) });
}

/** Nest responds with the status of an `HttpException`, and with 500 to other errors. */
function asException(status: number, message: string, cause: unknown): HttpException {
  return new HttpException(message, status, { cause });
}

/** The visit of the current request. */
export function visitOf(context: ExecutionContext): Visit {
  return visits.get(rawOf(context.switchToHttp().getRequest()));
}

/** The Node.js request, which Fastify wraps. */
export function rawOf(given: unknown): object {
  const raw = memberOf(given, "raw") ?? given;
  return typeof raw === "object" && raw !== null ? raw : {};
}
