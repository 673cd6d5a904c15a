import type { Bytes } from "./encoding.js";
import type { Scrypt } from "./scrypt-contract.js";

/** Milliseconds of work after which others get their turn. */
const turn = 8;

/** scrypt (RFC 7914) on WebCrypto, for runtimes without `node:crypto`. */
export const portableScrypt: Scrypt = async (password, salt, { ln, r, p, length }) => {
  const bytes = await pbkdf2(password, salt, p * 128 * r);
  const words = 32 * r;
  const blocks = toWords(bytes);
  const work = { memory: new Uint32Array(words * 2 ** ln), spare: new Uint32Array(words), r };
  for (let index = 0; index < p; index++) {
    await mix(blocks.subarray(index * words, (index + 1) * words), 2 ** ln, work);
  }
  return pbkdf2(password, toBytes(blocks), length);
};

async function pbkdf2(password: Bytes, salt: Bytes, length: number): Promise<Bytes> {
  const key = await crypto.subtle.importKey("raw", password, "PBKDF2", false, ["deriveBits"]);
  const how = { name: "PBKDF2", hash: "SHA-256", salt, iterations: 1 };
  return new Uint8Array(await crypto.subtle.deriveBits(how, key, length * 8));
}

function toWords(bytes: Bytes): Uint32Array {
  const view = new DataView(bytes.buffer);
  return Uint32Array.from({ length: bytes.length / 4 }, (_, index) =>
    view.getUint32(index * 4, true),
  );
}

function toBytes(words: Uint32Array): Bytes {
  const view = new DataView(new ArrayBuffer(words.length * 4));
  words.forEach((word, index) => view.setUint32(index * 4, word, true));
  return new Uint8Array(view.buffer);
}

interface Work {
  readonly memory: Uint32Array;
  readonly spare: Uint32Array;
  readonly r: number;
}

/** scryptROMix (section 5). Lets others work in between. */
async function mix(block: Uint32Array, n: number, { memory, spare, r }: Work): Promise<void> {
  const { length } = block;
  let since = performance.now();
  const pause = async () => {
    if (performance.now() - since < turn) return;
    await new Promise((resolve) => setTimeout(resolve));
    since = performance.now();
  };
  for (let index = 0; index < n; index++) {
    memory.set(block, index * length);
    blockMix(block, spare, r);
    if (index % 256 === 0) await pause();
  }
  for (let index = 0; index < n; index++) {
    const at = ((block[length - 16] ?? 0) & (n - 1)) * length;
    for (let word = 0; word < length; word++) {
      block[word] = (block[word] ?? 0) ^ (memory[at + word] ?? 0);
    }
    blockMix(block, spare, r);
    if (index % 256 === 0) await pause();
  }
}

/** scryptBlockMix (section 4). */
function blockMix(block: Uint32Array, spare: Uint32Array, r: number): void {
  const last = block.slice(block.length - 16);
  for (let index = 0; index < 2 * r; index++) {
    for (let word = 0; word < 16; word++) {
      last[word] = (last[word] ?? 0) ^ (block[index * 16 + word] ?? 0);
    }
    salsa(last);
    spare.set(last, ((index >> 1) + (index & 1) * r) * 16);
  }
  block.set(spare);
}

/** The words that each step of a double round changes, from which two, and by how far they are turned. */
const steps = [
  ...[4, 0, 12, 7, 8, 4, 0, 9, 12, 8, 4, 13, 0, 12, 8, 18],
  ...[9, 5, 1, 7, 13, 9, 5, 9, 1, 13, 9, 13, 5, 1, 13, 18],
  ...[14, 10, 6, 7, 2, 14, 10, 9, 6, 2, 14, 13, 10, 6, 2, 18],
  ...[3, 15, 11, 7, 7, 3, 15, 9, 11, 7, 3, 13, 15, 11, 7, 18],
  ...[1, 0, 3, 7, 2, 1, 0, 9, 3, 2, 1, 13, 0, 3, 2, 18],
  ...[6, 5, 4, 7, 7, 6, 5, 9, 4, 7, 6, 13, 5, 4, 7, 18],
  ...[11, 10, 9, 7, 8, 11, 10, 9, 9, 8, 11, 13, 10, 9, 8, 18],
  ...[12, 15, 14, 7, 13, 12, 15, 9, 14, 13, 12, 13, 15, 14, 13, 18],
];
const plan = Uint8Array.from(steps);
const state = new Uint32Array(16);

/** Salsa20/8 Core (section 3), in place. */
function salsa(block: Uint32Array): void {
  state.set(block);
  for (let round = 0; round < 4; round++) {
    for (let step = 0; step < plan.length; step += 4) {
      const sum = (state[plan[step + 1] ?? 0] ?? 0) + (state[plan[step + 2] ?? 0] ?? 0);
      const by = plan[step + 3] ?? 0;
      const at = plan[step] ?? 0;
      state[at] = (state[at] ?? 0) ^ ((sum << by) | ((sum >>> 0) >>> (32 - by)));
    }
  }
  for (let word = 0; word < 16; word++) block[word] = (block[word] ?? 0) + (state[word] ?? 0);
}
