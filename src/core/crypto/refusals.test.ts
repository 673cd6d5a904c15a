import { createCipheriv, createHmac, randomBytes } from "node:crypto";
import { afterEach, describe, expect, it, vi } from "vitest";
import type { CryptoBackend, JweParts } from "./backend.js";
import { defaultBackend } from "./default-backend.js";
import { webBackend } from "./default-backend.js";
import { fromUtf8, toBase64Url, utf8 } from "./encoding.js";
import { createKeyRing } from "./keys.js";
import { nodeBackend } from "./node.js";

const encode = (bytes: Uint8Array) => Buffer.from(bytes).toString("base64url");
const headerOf = (enc: string) => encode(utf8(JSON.stringify({ alg: "dir", enc })));

const backends: readonly (readonly [string, () => CryptoBackend | undefined])[] = [
  ["node", nodeBackend],
  ["web", webBackend],
];

/** Parts with a good tag, whatever they are: RFC 7518, section 5.2.2.1. */
function authenticCbc(key: Uint8Array, iv: Uint8Array, ciphertext: Uint8Array): JweParts {
  const header = headerOf("A256CBC-HS512");
  const bits = Buffer.alloc(8);
  bits.writeUInt32BE(header.length * 8, 4);
  const mac = createHmac("sha512", key.subarray(0, 32));
  const tag = mac.update(header).update(iv).update(ciphertext).update(bits).digest();
  return {
    header,
    iv: encode(iv),
    ciphertext: encode(ciphertext),
    tag: encode(tag.subarray(0, 32)),
  };
}

function authenticGcm(key: Uint8Array, iv: Uint8Array, authTagLength: number): JweParts {
  const header = headerOf("A256GCM");
  const cipher = createCipheriv("aes-256-gcm", key, iv, { authTagLength });
  cipher.setAAD(Buffer.from(header));
  const ciphertext = Buffer.concat([cipher.update("a text"), cipher.final()]);
  return {
    header,
    iv: encode(iv),
    ciphertext: encode(ciphertext),
    tag: encode(cipher.getAuthTag()),
  };
}

describe.each(backends)("the %s backend", (_, make) => {
  const backend = () => {
    const made = make();
    if (!made) throw new Error("This runtime has no node:crypto.");
    return made;
  };
  const bytes = (length: number) => Uint8Array.from(randomBytes(length));

  it("decrypts what is authentic", async () => {
    const key = bytes(64);
    const iv = bytes(16);
    const cipher = createCipheriv("aes-256-cbc", key.subarray(32), iv);
    const ciphertext = Buffer.concat([cipher.update("a text"), cipher.final()]);
    const parts = authenticCbc(key, iv, ciphertext);
    expect(await backend().decrypt("A256CBC-HS512", key, parts)).toBe("a text");
    const gcmKey = bytes(32);
    const gcm = authenticGcm(gcmKey, bytes(12), 16);
    expect(await backend().decrypt("A256GCM", gcmKey, gcm)).toBe("a text");
  });

  it.each([
    [8, 16],
    [17, 16],
    [16, 0],
    [16, 15],
    [16, 17],
  ])("refuses A256CBC-HS512 with %i bytes of IV and %i of text, tag or not", async (iv, text) => {
    const key = bytes(64);
    const parts = authenticCbc(key, bytes(iv), bytes(text));
    expect(await backend().decrypt("A256CBC-HS512", key, parts)).toBeUndefined();
  });

  it("refuses A256CBC-HS512 with a part of the tag", async () => {
    const key = bytes(64);
    const parts = authenticCbc(key, bytes(16), bytes(16));
    for (const length of [0, 16, 31]) {
      const tag = encode(Buffer.from(parts.tag, "base64url").subarray(0, length));
      expect(await backend().decrypt("A256CBC-HS512", key, { ...parts, tag })).toBeUndefined();
    }
  });

  it("refuses A256GCM with an IV of another length", async () => {
    const key = bytes(32);
    for (const length of [8, 13, 16]) {
      const parts = authenticGcm(key, bytes(length), 16);
      expect(await backend().decrypt("A256GCM", key, parts)).toBeUndefined();
    }
  });

  it("refuses A256GCM with a short tag, which would be easy to guess", async () => {
    const key = bytes(32);
    for (const length of [4, 12, 15]) {
      const parts = authenticGcm(key, bytes(12), length);
      expect(await backend().decrypt("A256GCM", key, parts)).toBeUndefined();
    }
  });

  it("refuses another key, another header and another text", async () => {
    const key = bytes(32);
    const parts = authenticGcm(key, bytes(12), 16);
    const refused = (given: JweParts, by = key) => backend().decrypt("A256GCM", by, given);
    expect(await refused(parts, bytes(32))).toBeUndefined();
    expect(await refused({ ...parts, header: headerOf("A256GCM ") })).toBeUndefined();
    expect(await refused({ ...parts, ciphertext: encode(bytes(6)) })).toBeUndefined();
  });

  it("decrypts by the algorithm it is told, whatever the header says", async () => {
    const key = bytes(32);
    const parts = authenticGcm(key, bytes(12), 16);
    expect(await backend().decrypt("A256CBC-HS512", key, parts)).toBeUndefined();
  });

  it("reads characters of several bytes wherever the cipher's blocks end", async () => {
    const [keys] = await createKeyRing(["s"], { backend: backend() }).tokenKeys("a");
    if (!keys) throw new Error("There is a secret.");
    for (const text of ["é".repeat(20), `x${"é".repeat(20)}`, `xy${"😀".repeat(9)}`]) {
      const token = await backend().encrypt(keys.key, keys.header, text);
      const [header = "", , iv = "", ciphertext = "", tag = ""] = token.split(".");
      const parts = { header, iv, ciphertext, tag };
      expect(await backend().decrypt("A256CBC-HS512", keys.key, parts)).toBe(text);
    }
  });

  it("never encrypts the same text twice alike", async () => {
    const [keys] = await createKeyRing(["s"], { backend: backend() }).tokenKeys("a");
    if (!keys) throw new Error("There is a secret.");
    const encrypt = () => backend().encrypt(keys.key, keys.header, "a text");
    expect(await encrypt()).not.toBe(await encrypt());
  });
});

describe("the backend of a runtime", () => {
  afterEach(() => {
    vi.unstubAllGlobals();
  });
  const atOnce = () => !(defaultBackend().sha(256, "a") instanceof Promise);

  it("is node:crypto where there is one", () => {
    expect(nodeBackend()).toBeDefined();
    expect(atOnce()).toBe(true);
  });

  it("is WebCrypto where a process has no built-in modules to give", () => {
    vi.stubGlobal("process", {});
    expect(nodeBackend()).toBeUndefined();
    expect(atOnce()).toBe(false);
  });

  it("is WebCrypto where the mere mention of the process throws", () => {
    const refuse = () => {
      throw new Error("not in this runtime");
    };
    vi.stubGlobal("process", new Proxy({}, { get: refuse }));
    expect(nodeBackend()).toBeUndefined();
    expect(atOnce()).toBe(false);
  });
});

describe("UTF-8", () => {
  it("is read back, and what is none is refused rather than repaired", () => {
    expect(fromUtf8(utf8("ä€😀"))).toBe("ä€😀");
    expect(() => fromUtf8(Uint8Array.of(0x61, 0xff))).toThrow();
    expect(toBase64Url(utf8("ä"))).toBe("w6Q");
  });
});
