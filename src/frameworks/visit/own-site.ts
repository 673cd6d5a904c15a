import { crossSiteReason } from "../../engine/index.js";
import { MissingCSRF } from "../../errors.js";
import type { Sender } from "./sender.js";

/** The status is for the error handling of frameworks. */
class ForeignForm extends MissingCSRF {
  readonly status = 403;
}

const harmless = new Set(["GET", "HEAD"]);

/**
 * Throws when a form of another site asks for a sign-in, a sign-out or an update. A handler of the
 * application carries no CSRF token; that browsers say where a form comes from protects it.
 */
export function assertOwnSite({ method, headers }: Sender, origin: string): void {
  if (harmless.has(method)) return;
  const reason = crossSiteReason(headers, origin);
  if (reason === undefined) return;
  throw new ForeignForm(`A request from another site was refused. ${reason}`);
}
