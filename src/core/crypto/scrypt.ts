import { nodeScrypt } from "./node-scrypt.js";
import type { Scrypt, ScryptCost } from "./scrypt-contract.js";

export type { Scrypt, ScryptCost } from "./scrypt-contract.js";

/** Both are what OWASP asks for at least: 128 MiB in one go, or 32 MiB three times. */
const strong = [
  { ln: 17, r: 8, p: 1 },
  { ln: 15, r: 8, p: 3 },
] as const satisfies readonly ScryptCost[];

/** The fastest scrypt this runtime has. */
export async function loadScrypt(): Promise<Scrypt> {
  return nodeScrypt() ?? (await import("./portable-scrypt.js")).portableScrypt;
}

/**
 * The cost of a new hash. A Worker has 128 MiB in total, and JavaScript would hold that much for a
 * long time.
 */
export function strongCost(): ScryptCost {
  const host: { navigator?: { readonly userAgent?: unknown } } = globalThis;
  const isWorker = host.navigator?.userAgent === "Cloudflare-Workers";
  return strong[isWorker || !nodeScrypt() ? 1 : 0];
}

/** Whether a hash costs as much as a new one, in this or another runtime. */
export function isStrong({ ln, r, p }: ScryptCost): boolean {
  return strong.some((one) => one.ln === ln && one.r === r && one.p === p);
}
