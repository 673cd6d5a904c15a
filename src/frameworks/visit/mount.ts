import { siteOf } from "./place.js";
import type { Sender } from "./sender.js";
import type { Visit } from "./visit.js";

/** The path that a mount took off: what's before `rest`. Empty if nothing was. */
export function mountBefore(rest: string, { path }: Sender): string {
  return path.endsWith(rest) ? path.slice(0, path.length - rest.length) : "";
}

/**
 * Warns, once, that a request for one of the routes came to a middleware that can't serve it: `basePath` isn't
 * below the path that the middleware is mounted on. For requests that the application didn't answer either.
 */
export async function warnOfMount({ engine, sender }: Visit, mount: string): Promise<void> {
  if (mount === "" || `${engine.settings.basePath}/`.startsWith(`${mount}/`)) return;
  const { warnOfOtherPlace } = await import("#warnings");
  warnOfOtherPlace(engine.settings, sender.path, siteOf(engine, sender));
}
