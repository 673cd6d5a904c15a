import { randomBytes, scrypt, timingSafeEqual } from "node:crypto";
import { promisify } from "node:util";
import { people } from "./people.js";

const derive = promisify<string, Buffer, number, Buffer>(scrypt);

interface Stored {
  readonly salt: Buffer;
  readonly hash: Buffer;
}

/** What a real application keeps in its database: never the password, only a slow hash of it. */
const stored = new Map<string, Promise<Stored>>(
  people.map(({ email, password }) => [email, hashPassword(password)]),
);
const nobody = hashPassword(randomBytes(16).toString("hex"));

async function hashPassword(password: string): Promise<Stored> {
  const salt = randomBytes(16);
  return { salt, hash: await derive(password, salt, 32) };
}

/** Whether this is the person's password. An unknown address takes just as long as a known one. */
export async function isPasswordOf(email: string, password: string): Promise<boolean> {
  const { salt, hash } = await (stored.get(email) ?? nobody);
  return timingSafeEqual(hash, await derive(password, salt, 32));
}
