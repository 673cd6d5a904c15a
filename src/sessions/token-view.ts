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
  const { image, ...stored } = withTextSub(returned);
  const before = pictureOf(seen);
  const isNews = image !== undefined && image !== before;
  const isOld = stored.picture === undefined || stored.picture === before;
  return isNews && isOld ? { ...stored, picture: image } : stored;
}

/** The token a callback returned, as the next one sees it: with the picture that is stored. */
export function tokenAsStored(returned: JWT, { sub, picture }: JWT): JWT {
  const isSame = returned.sub === sub && pictureOf(returned) === picture;
  if (isSame && (returned.image === undefined || returned.image === picture)) return returned;
  const { sub: _, picture: __, image: ___, ...rest } = returned;
  return {
    ...rest,
    ...(sub !== undefined && { sub }),
    ...(picture !== undefined && { picture, image: picture }),
  };
}

/**
 * The claims with `sub` as a text, or without it where it is no id: the application's own functions
 * may give what they like, and users are looked up by it.
 */
export function withTextSub(claims: JWT): JWT {
  const sub: unknown = claims.sub;
  if (sub === undefined || (typeof sub === "string" && sub !== "")) return claims;
  const { sub: _, ...rest } = claims;
  const isId = typeof sub === "bigint" || (typeof sub === "number" && Number.isFinite(sub));
  return isId ? { ...rest, sub: String(sub) } : rest;
}

export function pictureOf({ picture, image }: JWT): string | null | undefined {
  // Null says that there is none, which is more than to say nothing.
  return picture ?? (image === undefined ? picture : image);
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
