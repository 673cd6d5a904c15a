/** What the tests need of CBOR (RFC 8949): numbers, texts, bytes, lists and maps. */
export type CborValue = number | string | Uint8Array | CborValue[] | Map<CborValue, CborValue>;

const kinds = { positive: 0, negative: 1, bytes: 2, text: 3, list: 4, map: 5 } as const;

export function cbor(value: CborValue): Uint8Array<ArrayBuffer> {
  if (typeof value === "number") {
    return value < 0 ? head(kinds.negative, -1 - value) : head(kinds.positive, value);
  }
  if (typeof value === "string") {
    return joined([head(kinds.text, bytes(value).length), bytes(value)]);
  }
  if (value instanceof Uint8Array) return joined([head(kinds.bytes, value.length), value]);
  if (Array.isArray(value)) return joined([head(kinds.list, value.length), ...value.map(cbor)]);
  const members = [...value].flatMap(([key, item]) => [cbor(key), cbor(item)]);
  return joined([head(kinds.map, value.size), ...members]);
}

function head(kind: number, size: number): Uint8Array<ArrayBuffer> {
  const first = kind << 5;
  if (size < 24) return Uint8Array.of(first | size);
  if (size < 256) return Uint8Array.of(first | 24, size);
  return Uint8Array.of(first | 25, size >> 8, size & 0xff);
}

export function bytes(text: string): Uint8Array<ArrayBuffer> {
  return new TextEncoder().encode(text);
}

export function joined(parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const all = new Uint8Array(parts.reduce((size, part) => size + part.length, 0));
  let offset = 0;
  for (const part of parts) {
    all.set(part, offset);
    offset += part.length;
  }
  return all;
}
