import { namesHost } from "../node/sender.js";
import { environment } from "../visit/environment.js";
import { createEngines } from "../visit/prepare.js";
import type { Visit } from "../visit/visit.js";
import type { AuthEvent } from "./event.js";
import { peerAt, requestAt } from "./request.js";
import { refused } from "../visit/web.js";
import type { H3AuthSource } from "./types.js";
import { beginVisit } from "./visits.js";

/** How visits start; `basePath` is the default path of the routes. */
export function entrance(
  source: H3AuthSource,
  basePath?: string,
): (event: AuthEvent) => Promise<Visit> {
  const engineFor = createEngines(source, () => ({ env: environment(), basePath }));
  return async (event) => {
    const { config, engine } = await engineFor(event);
    return beginVisit(event, engine, config);
  };
}

/**
 * The response of one of the library's own routes. Pending renewals are dropped: they could undo
 * what the route does.
 */
export async function answerOf(
  event: AuthEvent,
  { engine, sender, leave }: Visit,
): Promise<Response> {
  leave();
  if (engine.settings.origin === null && !namesHost(sender)) {
    return refused(400, "The request has no valid Host header.");
  }
  return engine.handle(await requestAt(event, sender.url), {
    ip: sender.ip?.(),
    peer: peerAt(event),
  });
}
