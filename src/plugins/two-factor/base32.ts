const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";

/** Encodes in base32 (RFC 4648, section 6) without padding, as authenticator apps expect. */
export function toBase32(bytes: Uint8Array): string {
  let text = "";
  let held = 0;
  let bits = 0;
  for (const byte of bytes) {
    held = (held << 8) | byte;
    bits += 8;
    for (; bits >= 5; bits -= 5) text += alphabet[(held >>> (bits - 5)) & 31] ?? "";
    held &= (1 << bits) - 1;
  }
  return bits > 0 ? text + (alphabet[(held << (5 - bits)) & 31] ?? "") : text;
}

/** Decodes base32; undefined if the text is something else. */
export function fromBase32(text: string): Uint8Array<ArrayBuffer> | undefined {
  const bytes: number[] = [];
  let held = 0;
  let bits = 0;
  for (const sign of text) {
    const value = alphabet.indexOf(sign);
    if (value < 0) return undefined;
    held = (held << 5) | value;
    bits += 5;
    if (bits < 8) continue;
    bits -= 8;
    bytes.push(held >>> bits);
    held &= (1 << bits) - 1;
  }
  return Uint8Array.from(bytes);
}
