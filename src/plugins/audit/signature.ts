import { toHex } from "../../core/crypto/encoding.js";

/** Seconds by which a signed message may be older or newer than now. */
const tolerance = 5 * 60;

/** The parts of a webhook request that `isSigned` verifies. */
export interface Signed {
  /** The body as received: text, not parsed. */
  readonly body: string;
  /** The header `X-Latchkey-Signature`. */
  readonly signature: string | null | undefined;
  readonly secret: string;
}

/** Signs a body: `t={seconds},v1={hex}`, the HMAC-SHA-256 of the time, a full stop and the body. */
export async function sign(body: string, secret: string, now: number): Promise<string> {
  const time = Math.floor(now / 1000);
  return `t=${time},v1=${toHex(await hmac(await keyOf(secret), `${time}.${body}`))}`;
}

/**
 * Returns whether a webhook message was signed with the secret within the last five minutes. Call
 * it on the server that receives the message.
 *
 * ```ts
 * const body = await request.text();
 * const signature = request.headers.get("x-latchkey-signature");
 * if (!(await isSigned({ body, signature, secret }))) return new Response(null, { status: 401 });
 * ```
 */
export async function isSigned({ body, signature, secret }: Signed): Promise<boolean> {
  const [, time = "", mac = ""] = /^t=(\d{1,12}),v1=([0-9a-f]{64})$/.exec(signature ?? "") ?? [];
  if (Math.abs(Date.now() / 1000 - Number(time || NaN)) > tolerance || mac === "") return false;
  const bytes = Uint8Array.from(mac.match(/../g) ?? [], (pair) => parseInt(pair, 16));
  const text = new TextEncoder().encode(`${time}.${body}`);
  return crypto.subtle.verify("HMAC", await keyOf(secret), bytes, text);
}

function keyOf(secret: string): Promise<CryptoKey> {
  const hash = { name: "HMAC", hash: "SHA-256" };
  const bytes = new TextEncoder().encode(secret);
  return crypto.subtle.importKey("raw", bytes, hash, false, ["sign", "verify"]);
}

async function hmac(key: CryptoKey, text: string): Promise<Uint8Array<ArrayBuffer>> {
  return new Uint8Array(await crypto.subtle.sign("HMAC", key, new TextEncoder().encode(text)));
}
