/// <reference types="node" />
import type { Bytes } from "./encoding.js";
import type { Scrypt } from "./scrypt-contract.js";

/** scrypt of `node:crypto`, which works in a thread of its own; undefined where the runtime has none. */
export function nodeScrypt(): Scrypt | undefined {
  const scrypt = loadScrypt();
  if (!scrypt) return undefined;
  return (password, salt, { ln, r, p, length }) =>
    new Promise<Bytes>((resolve, reject) => {
      const N = 2 ** ln;
      // Twice what it takes: implementations count their own buffers in.
      const options = { N, r, p, maxmem: 256 * r * (N + p) };
      scrypt(password, salt, length, options, (error, key) => {
        if (error) reject(error);
        else resolve(new Uint8Array(key));
      });
    });
}

/** Reached at run time rather than imported: see `node.ts`. */
function loadScrypt() {
  try {
    const host: Partial<Pick<NodeJS.Process, "getBuiltinModule">> = process;
    const { scrypt }: { scrypt?: unknown } = host.getBuiltinModule?.("node:crypto") ?? {};
    return typeof scrypt === "function" ? host.getBuiltinModule?.("node:crypto").scrypt : undefined;
  } catch {
    return undefined;
  }
}
