import type { OAuthProvider } from "./config.js";
import { paramOf, usualScope } from "./endpoints.js";
import type { Grant } from "./grant.js";
import type { Server } from "./metadata.js";

/** Claims that tell something about a person, of which some provider puts at least one into its ID tokens. */
const telling = [
  ...["name", "given_name", "family_name", "middle_name", "nickname", "preferred_username"],
  ...["picture", "profile", "website", "email", "emails", "phone_number", "upn", "username"],
];

/**
 * Whether the ID token tells no more than which account it is, although more was asked for: by the
 * standard the claims of scopes may come from the userinfo endpoint alone (OpenID Connect Core,
 * section 5.4). A provider that has none is not asked.
 */
export function isThin(provider: OAuthProvider, server: Server, grant: Grant): boolean {
  const canAsk =
    typeof provider.userinfo.request === "function" ||
    server.metadata.userinfo_endpoint !== undefined;
  const { claims = {} } = grant;
  const isTold = telling.some((name) => isSomething(Reflect.get(claims, name)));
  return canAsk && !isTold && wasMoreAskedFor(provider, grant);
}

function isSomething(value: unknown): boolean {
  return value !== undefined && value !== null && value !== "";
}

/** Without a word on it, what was asked for was granted (RFC 6749, section 5.1). */
function wasMoreAskedFor({ authorization }: OAuthProvider, { tokens }: Grant): boolean {
  const scope = tokens.scope ?? paramOf(authorization, "scope") ?? usualScope;
  return scope.split(" ").some((one) => one === "profile" || one === "email");
}
