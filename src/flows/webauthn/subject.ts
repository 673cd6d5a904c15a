import { toHex } from "../../crypto/encoding.js";
import { randomText } from "../../crypto/random.js";
import type { User } from "../../types/session.js";
import { foldAddress } from "../address.js";
import type { Asking } from "./asking.js";
import type { Ceremony } from "./ceremony.js";

const byId = (id: string) => `id ${id}`;
const byEmail = (email: string) => `email ${foldAddress(email)}`;

async function digest({ context }: Ceremony, text: string): Promise<string> {
  return toHex(await context.keys.backend.sha(256, text));
}

/**
 * Whose credential is expected; null when anybody's is welcome. Hashed, so that what is sealed is as
 * long for a stranger as for a user.
 */
export async function subjectOf(
  ceremony: Ceremony,
  { user, claimed }: Asking,
): Promise<string | null> {
  if (user) return digest(ceremony, byId(user.id));
  if (!claimed) return null;
  const { email, id } = claimed.user;
  if (email) return digest(ceremony, byEmail(email));
  return digest(ceremony, claimed.exists && id ? byId(id) : randomText(32));
}

/** Whether a stored user is the one who was expected. */
export async function isSubject(
  ceremony: Ceremony,
  subject: string,
  { id, email }: User,
): Promise<boolean> {
  const names = [...(id ? [byId(id)] : []), ...(email ? [byEmail(email)] : [])];
  const digests = await Promise.all(names.map((name) => digest(ceremony, name)));
  return digests.includes(subject);
}
