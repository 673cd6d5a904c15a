import type { OAuthProvider } from "../provider/config.js";
import { paramOf, usualScope } from "../provider/endpoints.js";
import type { Server } from "../provider/metadata.js";
import type { Caller } from "../provider/run.js";
import type { Grant } from "../tokens/grant.js";
import type { RawProfile } from "./profile.js";
import type { Access } from "./userinfo.js";

/** The claims for a user's name and address, by the scopes that request them. */
const claimsOf = {
  profile: ["name", "nickname", "preferred_username", "username"],
  email: ["email", "emails"],
} as const;

/** The requested scopes. */
type PersonalScope = keyof typeof claimsOf;

/**
 * The requested scopes whose claims the ID token lacks: by the standard, they may be available from the
 * userinfo endpoint only (OpenID Connect Core, section 5.4). None if there's no such endpoint. The scopes in
 * the token response are ignored: servers are unreliable there.
 */
function scopesUntold(
  provider: OAuthProvider,
  server: Server,
  { claims }: Grant,
): readonly PersonalScope[] {
  const canAsk =
    typeof provider.userinfo.request === "function" ||
    server.metadata.userinfo_endpoint !== undefined;
  const requested = (paramOf(provider.authorization, "scope") ?? usualScope).split(" ");
  const scopes = canAsk ? (["profile", "email"] as const) : [];
  return scopes.filter(
    (scope) =>
      requested.includes(scope) &&
      !claimsOf[scope].some((name) => isSomething(Reflect.get(claims ?? {}, name))),
  );
}

function isSomething(value: unknown): boolean {
  return value !== undefined && value !== null && value !== "";
}

/** The user's profile: the claims of the ID token, the userinfo response, or both. */
export async function readProfile(
  caller: Caller,
  server: Server,
  access: Access,
): Promise<RawProfile> {
  const { idTokenIsProfile, idTokenSuffices } = caller.provider;
  const claims = idTokenIsProfile ? access.claims : undefined;
  const untold = claims && !idTokenSuffices ? scopesUntold(caller.provider, server, access) : [];
  if (claims && untold.length === 0) return claims;
  const { askForProfile, isUnanswered } = await import("./userinfo.js");
  try {
    return { ...claims, ...(await askForProfile(caller, server, access)) };
  } catch (error) {
    // An access token for another API isn't accepted there. If the name is known, the address isn't worth
    // failing for.
    if (claims && !untold.includes("profile") && isUnanswered(error)) return claims;
    throw error;
  }
}
