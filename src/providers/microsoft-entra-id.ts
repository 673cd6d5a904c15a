import type { TokenSet } from "../types/account.js";
import type { IdOr, IdOrProfile } from "../types/infer.js";
import type { FetchLike, OIDCConfig, OIDCUserConfig } from "../types/providers.js";
import { customFetch } from "../types/symbols.js";
import { userFromClaims, type StandardClaims } from "./shared/claims.js";
import { oidc } from "./shared/oauth.js";
import { saysYes } from "./shared/verified.js";

/** Claims of the ID token. */
export interface MicrosoftEntraIDProfile extends StandardClaims {
  sub: string;
  name?: string;
  email?: string;
  preferred_username?: string;
  /** Id of the user in their tenant, the same for every application. */
  oid?: string;
  /** Id of the tenant. */
  tid?: string;
  upn?: string;
  roles?: string[];
  groups?: string[];
  ver?: string;
  iss?: string;
  aud?: string;
  exp?: number;
  iat?: number;
  nbf?: number;
  nonce?: string;
  rh?: string;
  uti?: string;
  xms_edov?: boolean | string | number;
}

/** The options of this provider, in addition to the common ones. */
export interface MicrosoftEntraIDOptions {
  /** Size of the user's picture in pixels. @default 48 */
  profilePhotoSize?: 48 | 64 | 96 | 120 | 240 | 360 | 432 | 504 | 648 | undefined;
}

/**
 * Signs users in with their Microsoft account, of one tenant or of any.
 *
 * ```ts
 * import MicrosoftEntraID from "latchkey/providers/microsoft-entra-id";
 *
 * providers: [MicrosoftEntraID({ issuer: "https://login.microsoftonline.com/TENANT_ID/v2.0" })];
 * ```
 *
 * Without `issuer`, every work, school and personal account may sign in. Instead of a tenant's id,
 * you can use one of its domains, `organizations` (no personal accounts) or `consumers` (no
 * others).
 *
 * Callback URL to register: `https://example.com/auth/callback/microsoft-entra-id`
 *
 * @see https://learn.microsoft.com/entra/identity-platform/v2-protocols-oidc
 */
export default function MicrosoftEntraID<const Id extends IdOrProfile = "microsoft-entra-id">(
  options: OIDCUserConfig<MicrosoftEntraIDProfile, Id> & MicrosoftEntraIDOptions = {},
): OIDCConfig<MicrosoftEntraIDProfile, IdOr<Id, "microsoft-entra-id">> {
  return {
    id: "microsoft-entra-id",
    name: "Microsoft Entra ID",
    ...oidc,
    issuer: "https://login.microsoftonline.com/common/v2.0",
    authorization: { params: { scope: "openid profile email User.Read" } },
    // An administrator can set `email` to anything. This optional claim says that the tenant owns
    // the domain.
    emailVerified: ({ xms_edov }) => saysYes(xms_edov) || Number(xms_edov) === 1,
    async profile(profile, tokens) {
      const size = options.profilePhotoSize ?? 48;
      const fetch = options[customFetch] ?? globalThis.fetch;
      return { ...userFromClaims(profile), image: await readPhoto({ size, tokens, fetch }) };
    },
    style: {
      brandColor: "#0072c6",
      mark: "M3 3h8.5v8.5H3zM12.5 3H21v8.5h-8.5zM3 12.5h8.5V21H3zM12.5 12.5H21V21h-8.5z",
    },
    options,
  };
}

/** The user's picture as a data URL, since reading it takes a token; null if there is none. */
async function readPhoto(request: { size: number; tokens: TokenSet; fetch: FetchLike }) {
  const { size, tokens, fetch } = request;
  if (tokens.access_token === undefined) return null;
  try {
    const response = await fetch(
      `https://graph.microsoft.com/v1.0/me/photos/${size}x${size}/$value`,
      {
        headers: { authorization: `Bearer ${tokens.access_token}` },
        signal: AbortSignal.timeout(5_000),
      },
    );
    return response.ok ? dataAddress(await response.arrayBuffer()) : null;
  } catch {
    // A sign-in shouldn't fail because of a picture.
    return null;
  }
}

function dataAddress(image: ArrayBuffer): string {
  const text = Array.from(new Uint8Array(image), (byte) => String.fromCharCode(byte)).join("");
  return `data:image/jpeg;base64,${btoa(text)}`;
}
