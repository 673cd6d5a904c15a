/// <reference types="node" />
import type { CryptoBackend, JweParts, TokenHeader } from "./backend.js";
import type { Bytes } from "./encoding.js";
import { perKey } from "./per-key.js";

type NodeCrypto = NonNullable<ReturnType<typeof loadCrypto>>;
type SecretKey = ReturnType<NodeCrypto["createSecretKey"]>;

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

function createBackend(crypto: NodeCrypto): CryptoBackend {
  // Given as bytes, a key is looked at anew each time, which takes Node.js 24 longer than all the rest.
  const keyOf = perKey((key) => crypto.createSecretKey(key));
  const equal = (a: Uint8Array, b: Uint8Array) =>
    a.byteLength === b.byteLength && crypto.timingSafeEqual(a, b);
  const cbc = createCbc(crypto, equal);
  const gcm = createGcm(crypto, keyOf);
  return {
    equal,
    hkdf: (secret, { salt, info, length }) =>
      new Uint8Array(crypto.hkdfSync("sha256", secret, salt, info, length)),
    sha: (bits, text) => new Uint8Array(crypto.createHash(`sha${bits}`).update(text).digest()),
    hmac: (key, text) => crypto.createHmac("sha256", keyOf(key)).update(text).digest("hex"),
    encrypt: (key, header, plaintext) => cbc.encrypt(key, header, plaintext),
    decrypt: (enc, key, parts) => (enc === "A256GCM" ? gcm : cbc).decrypt(key, parts),
  };
}

/** RFC 7518, section 5.2.2.1: the first half of the key authenticates, the second encrypts. */
function createCbc(crypto: NodeCrypto, equal: CryptoBackend["equal"]) {
  const halves = perKey((key) => ({
    mac: crypto.createSecretKey(key.subarray(0, 32)),
    content: crypto.createSecretKey(key.subarray(32)),
  }));
  const tagOf = (key: Bytes, header: string, [iv, ciphertext]: [Uint8Array, Uint8Array]) => {
    const bits = Buffer.allocUnsafe(8);
    bits.writeBigUInt64BE(BigInt(header.length * 8));
    const mac = crypto.createHmac("sha512", halves(key).mac);
    mac.update(header, "latin1").update(iv).update(ciphertext).update(bits);
    return mac.digest().subarray(0, 32);
  };
  return {
    encrypt(key: Bytes, header: TokenHeader, plaintext: string): string {
      const iv = crypto.randomBytes(16);
      const cipher = crypto.createCipheriv("aes-256-cbc", halves(key).content, iv);
      const ciphertext = Buffer.concat([cipher.update(plaintext, "utf8"), cipher.final()]);
      const tag = tagOf(key, header.text, [iv, ciphertext]);
      const [i, c, t] = [iv, ciphertext, tag].map((part) => part.toString("base64url"));
      return `${header.text}..${i}.${c}.${t}`;
    },
    decrypt(key: Bytes, parts: JweParts): string | undefined {
      const iv = Buffer.from(parts.iv, "base64url");
      const ciphertext = Buffer.from(parts.ciphertext, "base64url");
      const tag = Buffer.from(parts.tag, "base64url");
      if (iv.length !== 16 || ciphertext.length === 0 || ciphertext.length % 16 !== 0) {
        return undefined;
      }
      if (!equal(tag, tagOf(key, parts.header, [iv, ciphertext]))) return undefined;
      const decipher = crypto.createDecipheriv("aes-256-cbc", halves(key).content, iv);
      return decipher.update(ciphertext, undefined, "utf8") + decipher.final("utf8");
    },
  };
}

function createGcm(crypto: NodeCrypto, keyOf: (key: Bytes) => SecretKey) {
  return {
    decrypt(key: Bytes, parts: JweParts): string | undefined {
      const iv = Buffer.from(parts.iv, "base64url");
      const tag = Buffer.from(parts.tag, "base64url");
      if (iv.length !== 12 || tag.length !== 16) return undefined;
      const gcm = crypto.createDecipheriv("aes-256-gcm", keyOf(key), iv, { authTagLength: 16 });
      gcm.setAAD(Buffer.from(parts.header, "latin1")).setAuthTag(tag);
      const plaintext = gcm.update(Buffer.from(parts.ciphertext, "base64url"));
      try {
        return Buffer.concat([plaintext, gcm.final()]).toString("utf8");
      } catch {
        return undefined; // the tag doesn't match
      }
    },
  };
}
