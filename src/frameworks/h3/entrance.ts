import { namesHost } from "../node/sender.js";
import { environment } from "../visit/environment.js";
import { createPrepare } from "../visit/prepare.js";
import type { Visit } from "../visit/visit.js";
import type { AuthEvent } from "./event.js";
import { peerAt, requestAt } from "./request.js";
import { refused } from "./respond.js";
import type { H3AuthSource } from "./types.js";
import { beginVisit } from "./visits.js";

/** How visits begin; `basePath` is where the routes are when nothing says so. */
export function entrance(
  source: H3AuthSource,
  basePath?: string,
): (event: AuthEvent) => Promise<Visit> {
  const prepare = createPrepare();
  const place = basePath === undefined ? {} : { basePath };
  return async (event) => {
    const config = typeof source === "function" ? await source(event) : source;
    return beginVisit(event, prepare(config, { env: environment(), ...place }), config);
  };
}

/** What one of the library's own routes answers. What was to be renewed is left: it could undo what the route does. */
export async function answerOf(
  event: AuthEvent,
  { engine, sender, leave }: Visit,
): Promise<Response> {
  leave();
  if (engine.settings.origin === null && !namesHost(sender)) {
    return refused(400, "The request names no usable host.");
  }
  return engine.handle(await requestAt(event, sender.url), {
    ip: sender.ip?.(),
    peer: peerAt(event),
  });
}
