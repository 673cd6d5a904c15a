import { scryptAsync } from "@noble/hashes/scrypt.js";
import type { Scrypt } from "./scrypt-contract.js";

/** Milliseconds of work before it yields to the event loop. */
const asyncTick = 8;

/** scrypt (RFC 7914) in JavaScript, for runtimes without `node:crypto`. */
export const portableScrypt: Scrypt = async (password, salt, { ln, r, p, length }) =>
  new Uint8Array(await scryptAsync(password, salt, { N: 2 ** ln, r, p, dkLen: length, asyncTick }));
