import type { StoredSessionParams, TokenSessionParams } from "../types/hooks.js";
import type { DefaultSession, User } from "../types/session.js";

/** The default `session` callback: only name, e-mail address and image reach the browser. */
export function defaultSession(params: TokenSessionParams | StoredSessionParams): DefaultSession {
  const { expires, user } = params.session;
  return {
    user: publicUser(user ?? {}),
    expires: typeof expires === "string" ? expires : expires.toISOString(),
  };
}

function publicUser({ name, email, image }: User): User {
  return {
    ...(name !== undefined && { name }),
    ...(email !== undefined && { email }),
    ...(image !== undefined && { image }),
  };
}
