import type { CryptoBackend } from "./backend.js";
import { fromBase64Url, fromUtf8, toBase64Url, toHex, utf8, type Bytes } from "./encoding.js";
import { nodeBackend } from "./node.js";
import { perKey } from "./per-key.js";

/** The fastest backend this runtime has. */
export function defaultBackend(): CryptoBackend {
  return nodeBackend() ?? webBackend();
}

/**
 * WebCrypto behind the common interface. Tokens use direct keys and two algorithms only: `jose`, which has
 * all of JWE, would be a tenth of an edge bundle.
 */
export function webBackend(): CryptoBackend {
  const cbcKeys = perKey(importCbcKeys);
  const hmacKey = perKey((key) =>
    crypto.subtle.importKey("raw", key, { name: "HMAC", hash: "SHA-256" }, false, ["sign"]),
  );
  return {
    equal,
    async hkdf(secret, { salt, info, length }) {
      const ikm = await crypto.subtle.importKey("raw", utf8(secret), "HKDF", false, ["deriveBits"]);
      const params = { name: "HKDF", hash: "SHA-256", salt: utf8(salt), info: utf8(info) };
      return new Uint8Array(await crypto.subtle.deriveBits(params, ikm, length * 8));
    },
    async sha(bits, text) {
      return new Uint8Array(await crypto.subtle.digest(`SHA-${bits}`, utf8(text)));
    },
    async hmac(key, text) {
      const signature = await crypto.subtle.sign("HMAC", await hmacKey(key), utf8(text));
      return toHex(new Uint8Array(signature));
    },
    async encrypt(key, { text: header }, plaintext) {
      const { mac, content } = await cbcKeys(key);
      const iv = crypto.getRandomValues(new Uint8Array(16));
      const cbc = { name: "AES-CBC", iv };
      const encrypted = await crypto.subtle.encrypt(cbc, content, utf8(plaintext));
      const ciphertext = new Uint8Array(encrypted);
      const tag = await cbcTag(mac, header, [iv, ciphertext]);
      return [header, "", ...[iv, ciphertext, tag].map(toBase64Url)].join(".");
    },
    async decrypt(enc, key, { header, ...encoded }) {
      const [iv, ciphertext, tag] = [encoded.iv, encoded.ciphertext, encoded.tag].map(
        fromBase64Url,
      );
      if (!iv || !ciphertext || !tag) return undefined;
      const parts = { header, iv, ciphertext, tag };
      try {
        const open = enc === "A256GCM" ? openGcm(key, parts) : openCbc(await cbcKeys(key), parts);
        const plaintext = await open;
        return plaintext && fromUtf8(plaintext);
      } catch {
        return undefined; // the GCM tag doesn't match, the key has another length, or the text isn't UTF-8
      }
    },
  };
}

interface CbcKeys {
  readonly mac: CryptoKey;
  readonly content: CryptoKey;
}

/** RFC 7518, section 5.2.2.1: the first half authenticates, the second encrypts. */
async function importCbcKeys(key: Bytes): Promise<CbcKeys> {
  const hmac = { name: "HMAC", hash: "SHA-512" };
  const [mac, content] = await Promise.all([
    crypto.subtle.importKey("raw", key.subarray(0, 32), hmac, false, ["sign"]),
    crypto.subtle.importKey("raw", key.subarray(32), "AES-CBC", false, ["encrypt", "decrypt"]),
  ]);
  return { mac, content };
}

/** The HMAC of header, initialization vector, ciphertext and the header's length in bits, cut in half. */
async function cbcTag(mac: CryptoKey, header: string, [iv, ciphertext]: [Bytes, Bytes]) {
  const aad = utf8(header);
  const bits = new Uint8Array(8);
  new DataView(bits.buffer).setBigUint64(0, BigInt(aad.length * 8));
  const signature = await crypto.subtle.sign("HMAC", mac, joined(aad, iv, ciphertext, bits));
  return new Uint8Array(signature, 0, 32);
}

interface Sealed {
  readonly header: string;
  readonly iv: Bytes;
  readonly ciphertext: Bytes;
  readonly tag: Bytes;
}

async function openCbc({ mac, content }: CbcKeys, { header, iv, ciphertext, tag }: Sealed) {
  if (iv.length !== 16 || ciphertext.length === 0 || ciphertext.length % 16 !== 0) return undefined;
  if (!equal(tag, await cbcTag(mac, header, [iv, ciphertext]))) return undefined;
  return new Uint8Array(await crypto.subtle.decrypt({ name: "AES-CBC", iv }, content, ciphertext));
}

async function openGcm(key: Bytes, { header, iv, ciphertext, tag }: Sealed) {
  if (iv.length !== 12 || tag.length !== 16) return undefined;
  const content = await crypto.subtle.importKey("raw", key, "AES-GCM", false, ["decrypt"]);
  const gcm = { name: "AES-GCM", iv, additionalData: utf8(header), tagLength: 128 };
  return new Uint8Array(await crypto.subtle.decrypt(gcm, content, joined(ciphertext, tag)));
}

function joined(...parts: readonly Bytes[]): Bytes {
  const all = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}

function equal(a: Uint8Array, b: Uint8Array): boolean {
  let difference = a.length ^ b.length;
  for (let index = 0; index < a.length; index++) {
    difference |= (a[index] ?? 0) ^ (b[index] ?? 0);
  }
  return difference === 0;
}
