/// <reference types="node" />
import type { ContentEncryption, CryptoBackend, JweParts } from "./backend.js";
import type { Bytes } from "./encoding.js";

type NodeCrypto = ReturnType<typeof loadCrypto>;

/** `node:crypto` behind the common interface, or undefined if the runtime has none. */
export function nodeBackend(): CryptoBackend | undefined {
  const crypto = loadCrypto();
  return crypto && createBackend(crypto);
}

/**
 * Looked up at run time instead of imported, so bundles for other runtimes don't contain it. Next.js's edge
 * runtime throws at the mere mention of a module it lacks.
 */
function loadCrypto() {
  try {
    const host: Partial<Pick<NodeJS.Process, "getBuiltinModule">> = process;
    return host.getBuiltinModule?.("node:crypto");
  } catch {
    return undefined;
  }
}

function createBackend(crypto: NonNullable<NodeCrypto>): CryptoBackend {
  const equal = (a: Uint8Array, b: Uint8Array) =>
    a.byteLength === b.byteLength && crypto.timingSafeEqual(a, b);

  const cbcTag = (key: Bytes, header: string, [iv, ciphertext]: [Uint8Array, Uint8Array]) => {
    const mac = crypto.createHmac("sha512", key.subarray(0, 32));
    const bits = Buffer.allocUnsafe(8);
    bits.writeBigUInt64BE(BigInt(header.length * 8));
    mac.update(header, "latin1").update(iv).update(ciphertext).update(bits);
    return mac.digest().subarray(0, 32);
  };

  const decryptCbc = (key: Bytes, parts: JweParts): string | undefined => {
    const iv = Buffer.from(parts.iv, "base64url");
    const ciphertext = Buffer.from(parts.ciphertext, "base64url");
    const tag = Buffer.from(parts.tag, "base64url");
    if (iv.length !== 16 || ciphertext.length === 0 || ciphertext.length % 16 !== 0) {
      return undefined;
    }
    if (!equal(tag, cbcTag(key, parts.header, [iv, ciphertext]))) return undefined;
    const decipher = crypto.createDecipheriv("aes-256-cbc", key.subarray(32), iv);
    return decipher.update(ciphertext, undefined, "utf8") + decipher.final("utf8");
  };

  const decryptGcm = (key: Bytes, parts: JweParts): string | undefined => {
    const iv = Buffer.from(parts.iv, "base64url");
    const tag = Buffer.from(parts.tag, "base64url");
    if (iv.length !== 12 || tag.length !== 16) return undefined;
    const decipher = crypto.createDecipheriv("aes-256-gcm", key, iv, { authTagLength: 16 });
    decipher.setAAD(Buffer.from(parts.header, "latin1")).setAuthTag(tag);
    const plaintext = decipher.update(Buffer.from(parts.ciphertext, "base64url"));
    try {
      return Buffer.concat([plaintext, decipher.final()]).toString("utf8");
    } catch {
      return undefined; // the tag doesn't match
    }
  };

  return {
    equal,
    hkdf: (secret, { salt, info, length }) =>
      new Uint8Array(crypto.hkdfSync("sha256", secret, salt, info, length)),
    sha: (bits, text) => new Uint8Array(crypto.createHash(`sha${bits}`).update(text).digest()),
    hmac: (key, text) => crypto.createHmac("sha256", key).update(text).digest("hex"),
    encrypt(key, header, plaintext) {
      const iv = crypto.randomBytes(16);
      const cipher = crypto.createCipheriv("aes-256-cbc", key.subarray(32), iv);
      const ciphertext = Buffer.concat([cipher.update(plaintext, "utf8"), cipher.final()]);
      const tag = cbcTag(key, header.text, [iv, ciphertext]);
      const [i, c, t] = [iv, ciphertext, tag].map((part) => part.toString("base64url"));
      return `${header.text}..${i}.${c}.${t}`;
    },
    decrypt: (enc: ContentEncryption, key, parts) =>
      enc === "A256GCM" ? decryptGcm(key, parts) : decryptCbc(key, parts),
  };
}
