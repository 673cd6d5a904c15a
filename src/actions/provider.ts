import { InvalidProvider } from "../errors.js";
import type { Flow } from "../flows/flow.js";
import type { ActionContext } from "./context.js";

const longestShown = 64;

/** The provider the path names. */
export function requireFlow({ flows, providerId }: ActionContext): Flow {
  const flow = providerId === undefined ? undefined : flows.get(providerId);
  if (flow) return flow;
  const known = [...flows.keys()].join(", ") || "none";
  if (providerId === undefined) {
    throw new InvalidProvider(`The address must end with the id of a provider. Known: ${known}.`);
  }
  const shown = JSON.stringify(providerId.slice(0, longestShown));
  throw new InvalidProvider(`There is no provider with the id ${shown}. Known: ${known}.`);
}
