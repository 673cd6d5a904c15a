import type { CryptoBackend, JweParts } from "./backend.js";
import { fromUtf8, toHex, utf8 } from "./encoding.js";

/** WebCrypto and `jose` behind the common interface. `jose` is loaded when a token is first used. */
export function webBackend(): CryptoBackend {
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
      const algorithm = { name: "HMAC", hash: "SHA-256" };
      const imported = await crypto.subtle.importKey("raw", key, algorithm, false, ["sign"]);
      return toHex(new Uint8Array(await crypto.subtle.sign("HMAC", imported, utf8(text))));
    },
    async encrypt(key, { kid }, plaintext) {
      const { FlattenedEncrypt } = await import("jose/jwe/flattened/encrypt");
      const jwe = await new FlattenedEncrypt(utf8(plaintext))
        .setProtectedHeader({ alg: "dir", enc: "A256CBC-HS512", kid })
        .encrypt(key);
      return [jwe.protected, "", jwe.iv, jwe.ciphertext, jwe.tag].join(".");
    },
    async decrypt(enc, key, parts) {
      const { flattenedDecrypt } = await import("jose/jwe/flattened/decrypt");
      try {
        const { plaintext } = await flattenedDecrypt(flattened(parts), key, {
          keyManagementAlgorithms: ["dir"],
          contentEncryptionAlgorithms: [enc],
        });
        return fromUtf8(plaintext);
      } catch {
        return undefined;
      }
    },
  };
}

function flattened({ header, iv, ciphertext, tag }: JweParts) {
  return { protected: header, iv, ciphertext, tag };
}

function equal(a: Uint8Array, b: Uint8Array): boolean {
  let difference = a.length ^ b.length;
  for (let index = 0; index < a.length; index++) {
    difference |= (a[index] ?? 0) ^ (b[index] ?? 0);
  }
  return difference === 0;
}
