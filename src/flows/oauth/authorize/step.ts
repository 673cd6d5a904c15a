import type { Run } from "../provider/run.js";

/** Logs one step of a sign-in, for `debug`. Names and URLs only: no codes, tokens or claims. */
export function step({ provider, context }: Run, name: string, details: () => object): void {
  // Runs four times per sign-in, and debugging is rarely on.
  if (context.logger.debugs === false) return;
  context.logger.debug(`oauth_${name}`, { provider: provider.id, ...details() });
}
