import { toHex } from "../../core/crypto/encoding.js";
import { randomText } from "../../core/crypto/random.js";
import { foldAddress } from "../../core/values/address.js";
import type { User } from "../../types/session.js";
import type { Ceremony } from "./ceremony.js";
import type { Requester } from "./requester.js";

const byId = (id: string) => `id ${id}`;
const byEmail = (email: string) => `email ${foldAddress(email)}`;

async function digest({ context }: Ceremony, text: string): Promise<string> {
  return toHex(await context.keys.backend.sha(256, text));
}

/** The expected user; null for any. Hashed, so that the sealed data has the same length for strangers and users. */
export async function subjectOf(
  ceremony: Ceremony,
  { user, claimed }: Requester,
): Promise<string | null> {
  if (user) return digest(ceremony, byId(user.id));
  if (!claimed) return null;
  const { email, id } = claimed.user;
  if (email) return digest(ceremony, byEmail(email));
  return digest(ceremony, claimed.exists && id ? byId(id) : randomText(32));
}

/** Whether a stored user is the expected one. */
export async function isSubject(
  ceremony: Ceremony,
  subject: string,
  { id, email }: User,
): Promise<boolean> {
  const names = [...(id ? [byId(id)] : []), ...(email ? [byEmail(email)] : [])];
  const digests = await Promise.all(names.map((name) => digest(ceremony, name)));
  return digests.includes(subject);
}
