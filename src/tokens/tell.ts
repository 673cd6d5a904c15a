import type { Tell } from "../types/events.js";

/** Whose token it is, and of which provider. */
export interface TokenOwner {
  readonly provider: string;
  readonly userId: string | undefined;
}

/** Tells what came of asking a provider for another access token. */
export function teller(
  { tell }: { readonly tell: Tell | undefined },
  { provider, userId }: TokenOwner,
) {
  const whose = { provider, ...(userId !== undefined && { userId }) };
  return async (became: "refreshed" | "refused"): Promise<void> =>
    tell?.(
      became === "refreshed"
        ? { type: "token.refreshed", ...whose }
        : { type: "token.refused", reason: "TokenRefused", ...whose },
    );
}
