import { randomBytes, scrypt } from "node:crypto";
import { promisify } from "node:util";
import { addPasswordHash } from "latchkey/providers/password";
import type { Store } from "./store.js";
import { people } from "./people.js";

const derive = promisify<string, Buffer, number, { N: number; r: number; maxmem: number }, Buffer>(
  scrypt,
);

/** Takes a while, so that it is done once for each password, and only when it is needed. */
const hashes = new Map<string, Promise<string>>();

function hashOf(password: string): Promise<string> {
  const hash = hashes.get(password) ?? hashPassword(password);
  hashes.set(password, hash);
  return hash;
}

/** As Latchkey stores passwords. People who sign up need none of this: it is done for them. */
async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(16);
  const key = await derive(password, salt, 32, { N: 2 ** 17, r: 8, maxmem: 2 ** 28 });
  const [saltText, keyText] = [salt, key].map((bytes) =>
    bytes.toString("base64").replace(/=+$/, ""),
  );
  return `$scrypt$ln=17,r=8,p=1$${saltText}$${keyText}`;
}

/** Gives the sample people their passwords, as an application does with users that come from elsewhere. */
export async function addPasswords(adapter: Store["adapter"]): Promise<void> {
  for (const { email, password } of people) {
    const user = await adapter.getUserByEmail(email);
    if (!user) continue;
    // A password counts once its owner has proven the address.
    await adapter.updateUser({ id: user.id, emailVerified: user.emailVerified ?? new Date() });
    await addPasswordHash(adapter, { userId: user.id, hash: await hashOf(password) });
  }
}
