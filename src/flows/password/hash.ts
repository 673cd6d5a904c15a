import { fromBase64Url, toBase64Url, utf8, type Bytes } from "../../core/crypto/encoding.js";
import type { KeyRing } from "../../core/crypto/keys.js";
import { randomBytes } from "../../core/crypto/random.js";
import { isStrong, loadScrypt, strongCost, type ScryptCost } from "../../core/crypto/scrypt.js";
import { hashQueue, type QueuedHash } from "./hash-queue.js";

const length = 32;

/** The library's own hash as stored: `$scrypt$ln=17,r=8,p=1$salt$key`. */
interface Parsed extends ScryptCost {
  readonly salt: Bytes;
  readonly key: Bytes;
}

/** Hashes a password in its normalized form. */
export async function scryptHash(turn: QueuedHash, password: string): Promise<string> {
  const parts = { ...strongCost(), salt: randomBytes(16) };
  return written({ ...parts, key: await derive(turn, password, parts) });
}

/** A stand-in hash of no password. Comparing with it takes as long as with any other. */
export function nobodysHash(): string {
  return written({ ...strongCost(), salt: randomBytes(16), key: randomBytes(length) });
}

function written({ ln, r, p, salt, key }: Parsed): string {
  return `$scrypt$ln=${ln},r=${r},p=${p}$${toBase64(salt)}$${toBase64(key)}`;
}

/** Whether a password matches a hash of ours; undefined if it isn't ours. */
export async function scryptVerify(
  { backend }: KeyRing,
  turn: QueuedHash,
  { password, hash }: { readonly password: string; readonly hash: string },
): Promise<boolean | undefined> {
  const parsed = parse(hash);
  if (!parsed) return undefined;
  const right = backend.equal(await derive(turn, password, parsed), parsed.key);
  const missing = missingCost(parsed);
  if (missing) await derive(turn, password, { ...missing, salt: parsed.salt });
  return right;
}

/** A hash of ours with today's cost. */
export function isCurrent(hash: string): boolean {
  const parsed = parse(hash);
  return parsed !== undefined && isStrong(parsed);
}

/**
 * The work that a cheaper hash lacks, so that it takes as long as a stand-in hash: the time mustn't
 * reveal who has an account.
 */
function missingCost({ ln, r, p }: ScryptCost): ScryptCost | undefined {
  const work = (cost: ScryptCost) => 2 ** cost.ln * cost.r * cost.p;
  const rounds = Math.round((work(strongCost()) - work({ ln, r, p })) / work({ ln, r, p: 1 }));
  return isStrong({ ln, r, p }) || rounds < 1 ? undefined : { ln, r, p: rounds };
}

export function isOurs(hash: string): boolean {
  return parse(hash) !== undefined;
}

/** Maximum length of a password. NIST requires at least 64; some bound is needed, since everything is read first. */
export const longestPassword = 256;

/**
 * Whether a string is too long to process. Normalizing makes some strings many times as long, so this comes
 * first; before it, a character may take four times the space.
 */
export function isTooLong(typed: string): boolean {
  return typed.length > 4 * longestPassword;
}

/**
 * Normalizes Unicode: the same characters may arrive as different code points, depending on keyboard and
 * system (NIST SP 800-63B-4, section 3.1.1.2).
 */
export function normalForm(password: string): string {
  return password.normalize("NFKC");
}

async function derive(
  turn: QueuedHash,
  password: string,
  { ln, r, p, salt }: ScryptCost & { readonly salt: Bytes },
): Promise<Bytes> {
  const scrypt = await loadScrypt();
  return hashQueue.take(turn, () => scrypt(utf8(normalForm(password)), salt, { ln, r, p, length }));
}

const form = /^\$scrypt\$ln=(\d{1,2}),r=(\d{1,2}),p=(\d{1,2})\$([\w+/]{16,128})\$([\w+/]{43})$/;

/** A hash that needs more than 256 MiB isn't ours, whatever it looks like. */
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
