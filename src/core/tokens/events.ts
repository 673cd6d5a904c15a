import type { Tell } from "../../types/events.js";

/** The owner of the token, and the provider. */
export interface TokenOwner {
  readonly provider: string;
  readonly userId: string | undefined;
}

/** Emits the result of a token refresh. */
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
