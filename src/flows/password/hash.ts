import { fromBase64Url, toBase64Url, utf8, type Bytes } from "../../crypto/encoding.js";
import type { KeyRing } from "../../crypto/keys.js";
import { randomBytes } from "../../crypto/random.js";
import { loadScrypt, type ScryptCost } from "../../crypto/scrypt.js";
import { turns, type Turn } from "./turns.js";

/** 32 MiB, and about a tenth of a second on one core: see docs/passwords.md. */
export const cost: ScryptCost = { ln: 15, r: 8, p: 1 };

const length = 32;

/** A hash of ours, as it is stored: `$scrypt$ln=15,r=8,p=1$salt$key`. */
interface Parsed extends ScryptCost {
  readonly salt: Bytes;
  readonly key: Bytes;
}

/** The hash of a password in its one normal form. */
export async function scryptHash(turn: Turn, password: string): Promise<string> {
  const salt = randomBytes(16);
  return written(salt, await derive(turn, password, { ...cost, salt }));
}

/** What a hash looks like that was made of nobody's password. Comparing with it takes as long as with any other. */
export function nobodysHash(): string {
  return written(randomBytes(16), randomBytes(length));
}

function written(salt: Bytes, key: Bytes): string {
  const { ln, r, p } = cost;
  return `$scrypt$ln=${ln},r=${r},p=${p}$${toBase64(salt)}$${toBase64(key)}`;
}

/** Whether a password is the one that a hash of ours was made of; undefined when it is none of ours. */
export async function scryptVerify(
  { backend }: KeyRing,
  turn: Turn,
  { password, hash }: { readonly password: string; readonly hash: string },
): Promise<boolean | undefined> {
  const parsed = parse(hash);
  return parsed && backend.equal(await derive(turn, password, parsed), parsed.key);
}

/** A hash of ours that costs as much as one that is made now. */
export function isCurrent(hash: string): boolean {
  const parsed = parse(hash);
  return parsed?.ln === cost.ln && parsed.r === cost.r && parsed.p === cost.p;
}

export function isOurs(hash: string): boolean {
  return parse(hash) !== undefined;
}

/** Characters of a password. NIST asks for 64 at least; some bound is needed, since everything is read first. */
export const longestPassword = 256;

/**
 * Whether a text is too long to be looked at. Normalizing makes some texts many times as long, so this comes first;
 * a character may take four times the room before.
 */
export function isTooLong(typed: string): boolean {
  return typed.length > 4 * longestPassword;
}

/**
 * The same letters may come as different code points, by keyboard and system (NIST SP 800-63B-4,
 * section 3.1.1.2).
 */
export function normalForm(password: string): string {
  return password.normalize("NFKC");
}

async function derive(
  turn: Turn,
  password: string,
  { ln, r, p, salt }: ScryptCost & { readonly salt: Bytes },
): Promise<Bytes> {
  const scrypt = await loadScrypt();
  return turns.take(turn, () => scrypt(utf8(normalForm(password)), salt, { ln, r, p, length }));
}

const form = /^\$scrypt\$ln=(\d{1,2}),r=(\d{1,2}),p=(\d{1,2})\$([\w+/]{16,128})\$([\w+/]{43})$/;

/** What would take more than 256 MiB is none of ours, whatever it looks like. */
function parse(hash: string): Parsed | undefined {
  const [, ln, r, p, salt = "", key = ""] = form.exec(hash) ?? [];
  const costs = { ln: Number(ln), r: Number(r), p: Number(p) };
  const [saltBytes, keyBytes] = [fromBase64(salt), fromBase64(key)];
  if (!(costs.ln >= 1 && costs.r >= 1 && costs.p >= 1) || !saltBytes || !keyBytes) return undefined;
  if (2 ** costs.ln * costs.r > 2 ** 21 || costs.p > 16) return undefined;
  return { ...costs, salt: saltBytes, key: keyBytes };
}

function toBase64(bytes: Bytes): string {
  return toBase64Url(bytes).replaceAll("-", "+").replaceAll("_", "/");
}

function fromBase64(text: string): Bytes | undefined {
  return fromBase64Url(text.replaceAll("+", "-").replaceAll("/", "_"));
}
