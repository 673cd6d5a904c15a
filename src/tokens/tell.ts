import { tellOutside, type AuditSettings } from "../audit/outside.js";

/** Whose token it is, and of which provider. */
export interface TokenOwner {
  readonly provider: string;
  readonly userId: string | undefined;
}

/** Tells the audit trail what came of asking a provider for another access token. */
export function teller(settings: AuditSettings, { provider, userId }: TokenOwner) {
  const whose = { provider, ...(userId !== undefined && { userId }) };
  return (became: "refreshed" | "refused"): Promise<void> =>
    tellOutside(
      settings,
      became === "refreshed"
        ? { type: "token.refreshed", ...whose }
        : { type: "token.refused", reason: "TokenRefused", ...whose },
    );
}
