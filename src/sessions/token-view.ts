import { parseObject } from "../json.js";
import type { JWT } from "../types/jwt.js";
import type { User } from "../types/session.js";

/**
 * The picture of a user has two names: sessions say `image`, tokens say `picture` (the OpenID claim).
 * Callbacks see both; only `picture` is stored.
 */
export function tokenAtSignIn(user: User): JWT {
  const { id, name, email, image } = user;
  return {
    ...(name !== undefined && { name }),
    ...(email !== undefined && { email }),
    ...(image !== undefined && { picture: image, image }),
    ...(id !== undefined && { sub: String(id) }),
  };
}

/** A copy of the stored claims with the picture under both names. */
export function tokenForCallbacks(claims: JWT): JWT {
  const picture = pictureOf(claims);
  return picture === undefined ? { ...claims } : { ...claims, picture, image: picture };
}

/** What to store of the token a callback returned, given the one it saw. */
export function tokenToStore(returned: JWT, seen: JWT): JWT {
  const { image, ...stored } = returned;
  if (image === undefined) return stored;
  return stored.picture === pictureOf(seen) ? { ...stored, picture: image } : stored;
}

export function pictureOf({ picture, image }: JWT): string | null | undefined {
  return picture ?? image;
}

const writtenByUs: ReadonlySet<string> = new Set(["iat", "exp", "jti"]);

/** Whether claims say something else than those in the text: their order, and what we set, do not count. */
export function isChanged(claims: JWT, text: string): boolean {
  return (
    JSON.stringify(claims) !== text && contentOf(claims) !== contentOf(parseObject(text) ?? {})
  );
}

function contentOf(claims: JWT): string {
  const entries = Object.entries(claims).filter(
    ([name, value]) => value !== undefined && !writtenByUs.has(name),
  );
  return JSON.stringify(entries.sort(([a], [b]) => (a < b ? -1 : 1)));
}
