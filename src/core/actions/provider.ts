import { InvalidProvider } from "../errors/errors.js";
import type { Flow } from "../flow.js";
import type { ActionContext } from "./context.js";

const longestShown = 64;

/** Finds the provider that the path names. */
export function requireFlow({ flows, providerId }: ActionContext): Flow {
  const flow = providerId === undefined ? undefined : flows.get(providerId);
  if (flow) return flow;
  const known = [...flows.keys()].join(", ") || "none";
  if (providerId === undefined) {
    throw new InvalidProvider(
      `The URL must end with a provider id. Configured providers: ${known}.`,
    );
  }
  const shown = JSON.stringify(providerId.slice(0, longestShown));
  throw new InvalidProvider(
    `There's no provider with the id ${shown}. Configured providers: ${known}.`,
  );
}
