import { coreOf } from "../../core/actions/plugin-context.js";
import type { Context } from "../../core/plugin.js";
import type { AdminDeps } from "./options.js";
import type { ActParts } from "./permit.js";

/** For acts in a request of the administrator. */
export function partsHere(deps: AdminDeps, context: Context, by: string): ActParts {
  const core = coreOf(context);
  const { site, theme, timeout, toRequest, languages, logger } = core;
  return {
    ...{ deps, by, plugins: core.plugins },
    ready: () => Promise.resolve(context),
    tell: (event) => context.tell(event),
    mailing: () => ({ site, theme, timeout, toRequest, languages, logger }),
  };
}
