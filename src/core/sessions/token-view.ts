import type { JWT } from "../../types/jwt.js";
import type { User } from "../../types/session.js";
import { parseObject } from "../values/json.js";

/**
 * A user's picture has two names: sessions have `image`, tokens have `picture` (the OpenID claim). Callbacks
 * see both; only `picture` is stored.
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

/** What to store of the callback's result, given the token it received. */
export function tokenToStore(returned: JWT, seen: JWT): JWT {
  const { image, ...stored } = withTextSub(returned);
  const before = pictureOf(seen);
  const isNews = image !== undefined && image !== before;
  const isOld = stored.picture === undefined || stored.picture === before;
  return isNews && isOld ? { ...stored, picture: image } : stored;
}

/** The callback's result as the next one sees it: with the stored picture. */
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
 * The claims with `sub` as a string, or without it if it isn't a valid id: the app's functions may return
 * anything, and users are looked up by it.
 */
export function withTextSub(claims: JWT): JWT {
  const sub: unknown = claims.sub;
  if (sub === undefined || (typeof sub === "string" && sub !== "")) return claims;
  const { sub: _, ...rest } = claims;
  const isId = typeof sub === "bigint" || (typeof sub === "number" && Number.isFinite(sub));
  return isId ? { ...rest, sub: String(sub) } : rest;
}

export function pictureOf({ picture, image }: JWT): string | null | undefined {
  // Null means that there's none, which differs from a missing member.
  return picture ?? (image === undefined ? picture : image);
}

const writtenByUs: ReadonlySet<string> = new Set(["iat", "exp", "jti"]);

/** Whether claims differ from the stored ones, apart from their order and what the library sets. */
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
