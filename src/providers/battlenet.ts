import type { IdOr, IdOrProfile } from "../types/infer.js";
import type { OIDCConfig, OIDCUserConfig } from "../types/providers.js";
import type { StandardClaims } from "./shared/claims.js";
import { oidc } from "./shared/oauth.js";

/** Claims of Battle.net's ID token. */
export interface BattleNetProfile extends StandardClaims {
  sub: string;
  battle_tag?: string;
}

/** The regions of Battle.net. */
export type BattleNetIssuer =
  | "https://oauth.battle.net"
  | "https://oauth.battlenet.com.cn"
  | "https://www.battlenet.com.cn/oauth"
  | `https://${"us" | "eu" | "kr" | "tw"}.battle.net/oauth`;

/**
 * Signs users in with their Battle.net account.
 *
 * ```ts
 * import BattleNet from "latchkey/providers/battlenet";
 *
 * providers: [BattleNet({ issuer: "https://oauth.battle.net" })];
 * ```
 *
 * Callback URL to register: `https://example.com/auth/callback/battlenet`
 *
 * @see https://develop.battle.net/documentation/guides/using-oauth
 */
export default function BattleNet<const Id extends IdOrProfile = "battlenet">(
  options: Omit<OIDCUserConfig<BattleNetProfile, Id>, "issuer"> & {
    issuer?: BattleNetIssuer | undefined;
  } = {},
): OIDCConfig<BattleNetProfile, IdOr<Id, "battlenet">> {
  return {
    id: "battlenet",
    name: "Battle.net",
    ...oidc,
    // It isn't documented whether its ID tokens contain the nonce.
    checks: ["pkce"],
    profile: (profile) => ({
      id: String(profile.sub),
      name: profile.battle_tag ?? null,
      email: null,
      image: null,
    }),
    style: { brandColor: "#148eff" },
    options,
  };
}
