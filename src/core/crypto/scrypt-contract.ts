import type { Bytes } from "./encoding.js";

/** The cost of scrypt (RFC 7914, section 2): the logarithm of N, the block size and the parallelism. */
export interface ScryptCost {
  readonly ln: number;
  readonly r: number;
  readonly p: number;
}

export type Scrypt = (
  password: Bytes,
  salt: Bytes,
  options: ScryptCost & { readonly length: number },
) => Promise<Bytes>;
