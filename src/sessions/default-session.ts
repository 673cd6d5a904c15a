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

type Known = { readonly [Key in "name" | "email" | "image"]?: string | null | undefined };

/** Name, e-mail address and image, those that are known. This runs at every read of a session. */
export function publicUser({ name, email, image }: Known): User {
  const user: User = {};
  if (name !== undefined) user.name = name;
  if (email !== undefined) user.email = email;
  if (image !== undefined) user.image = image;
  return user;
}
