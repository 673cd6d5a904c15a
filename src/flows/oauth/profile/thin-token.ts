import type { OAuthProvider } from "../provider/config.js";
import { paramOf, usualScope } from "../provider/endpoints.js";
import type { Grant } from "../tokens/grant.js";
import type { Server } from "../provider/metadata.js";

/** The claims that a user gets a name and an address from, by the scopes that ask for them. */
const claimsOf = {
  profile: ["name", "nickname", "preferred_username", "username"],
  email: ["email", "emails"],
} as const;

/** What was asked for. */
type PersonalScope = keyof typeof claimsOf;

/**
 * The scopes that were asked for and whose claims the ID token doesn't have: by the standard they may come
 * from the userinfo endpoint alone (OpenID Connect Core, section 5.4). None where there is no such endpoint.
 * What the token response says of scopes doesn't count: servers write there what they like.
 */
export function scopesUntold(
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
