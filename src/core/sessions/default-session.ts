import type { AdapterUser } from "../../types/adapter.js";
import type { User } from "../../types/session.js";

type Known = { readonly [Key in "name" | "email" | "image"]?: string | null | undefined };

/** The user's name, email address and image, if known. Runs at every session read. */
export function publicUser({ name, email, image }: Known): User {
  const user: User = {};
  if (name !== undefined) user.name = name;
  if (email !== undefined) user.email = email;
  if (image !== undefined) user.image = image;
  return user;
}

/** What a session contains without a `session` callback. */
export function publicSession(user: Known, expires: Date): { user: User; expires: string } {
  return { user: publicUser(user), expires: isoText(expires) };
}

/** The same for the app itself, with the user's id. */
export function ownSession(user: Known, { id, expires }: { id: unknown; expires: Date }) {
  const { user: known, expires: text } = publicSession(user, expires);
  return { user: isId(id) ? { id: String(id), ...known } : known, expires: text };
}

function isId(id: unknown): id is string | number | bigint {
  return typeof id === "string" || typeof id === "number" || typeof id === "bigint";
}

/** The user that the `session` callback finds in the session. The row may contain columns that mustn't be exposed. */
export function callbackUser({ id, name, email, image, emailVerified }: AdapterUser): AdapterUser {
  const user: AdapterUser = { id, email, emailVerified };
  if (name !== undefined) user.name = name;
  if (image !== undefined) user.image = image;
  return user;
}

/** Same result as `toISOString()` in half the time: it's needed at every read. */
function isoText(date: Date): string {
  const year = date.getUTCFullYear();
  if (!(year >= 1000 && year <= 9999)) return date.toISOString();
  const [month, day] = [two(date.getUTCMonth() + 1), two(date.getUTCDate())];
  const time = `${two(date.getUTCHours())}:${two(date.getUTCMinutes())}:${two(date.getUTCSeconds())}`;
  const milliseconds = date.getUTCMilliseconds();
  const filled = `${milliseconds < 100 ? "0" : ""}${two(milliseconds)}`;
  return `${year}-${month}-${day}T${time}.${filled}Z`;
}

function two(count: number): string {
  return count < 10 ? `0${count}` : `${count}`;
}
