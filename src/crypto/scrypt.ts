import { nodeScrypt } from "./node-scrypt.js";
import type { Scrypt } from "./scrypt-contract.js";

export type { Scrypt, ScryptCost } from "./scrypt-contract.js";

/** The fastest scrypt this runtime has. */
export async function loadScrypt(): Promise<Scrypt> {
  return nodeScrypt() ?? (await import("./portable-scrypt.js")).portableScrypt;
}
