/// <reference types="node" />
import type { Bytes } from "./encoding.js";
import type { Scrypt } from "./scrypt-contract.js";

/** scrypt of `node:crypto`, which runs in a thread pool; undefined if the runtime has none. */
export function nodeScrypt(): Scrypt | undefined {
  const scrypt = loadScrypt();
  if (!scrypt) return undefined;
  return (password, salt, { ln, r, p, length }) =>
    new Promise<Bytes>((resolve, reject) => {
      const N = 2 ** ln;
      // Twice the minimum: implementations count their own buffers.
      const options = { N, r, p, maxmem: 256 * r * (N + p) };
      scrypt(password, salt, length, options, (error, key) => {
        if (error) reject(error);
        else resolve(new Uint8Array(key));
      });
    });
}

/** Looked up at run time instead of imported: see `node.ts`. */
function loadScrypt() {
  try {
    const host: Partial<Pick<NodeJS.Process, "getBuiltinModule">> = process;
    const { scrypt }: { scrypt?: unknown } = host.getBuiltinModule?.("node:crypto") ?? {};
    return typeof scrypt === "function" ? host.getBuiltinModule?.("node:crypto").scrypt : undefined;
  } catch {
    return undefined;
  }
}
