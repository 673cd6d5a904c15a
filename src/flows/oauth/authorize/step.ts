import type { Run } from "../provider/run.js";

/** Tells of one step of a sign-in, for `debug`. Names and addresses only: no codes, tokens or claims. */
export function step({ provider, context }: Run, name: string, details: () => object): void {
  // It runs four times at every sign-in, and hardly anybody listens.
  if (context.logger.debugs === false) return;
  context.logger.debug(`oauth_${name}`, { provider: provider.id, ...details() });
}

/** An address without its query, in which there may be anything. */
export function plainUrl(text: string | undefined): string | undefined {
  if (text === undefined || !URL.canParse(text)) return undefined;
  const { origin, pathname } = new URL(text);
  return origin + pathname;
}
