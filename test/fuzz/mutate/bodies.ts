import fc from "fast-check";
import type { Draft } from "../tape.js";

import { setHeader } from "./headers.js";
import { decoder, encoder, index, name, pick, text, wellFormed, type Mutation } from "./texts.js";

const bodyOf = (draft: Draft): string => decoder.decode(draft.body ?? new Uint8Array(0));
const withBody = (draft: Draft, body: string | Uint8Array<ArrayBuffer>, type?: string): Draft => {
  const bytes = typeof body === "string" ? encoder.encode(body) : body;
  const posted = { ...draft, method: draft.method === "GET" ? "POST" : draft.method, body: bytes };
  return type === undefined ? posted : setHeader(posted, "content-type", type);
};
const form = "application/x-www-form-urlencoded";
const json = "application/json";
/** The fields of a draft's body, whatever form they have. */
const fieldsOf = (draft: Draft): [string, string][] => [...new URLSearchParams(bodyOf(draft))];

/** Bodies that are odd, or no JSON at all. */
export const strange = fc.oneof(
  fc.json({ maxDepth: 4 }),
  fc.integer({ min: 1, max: 3000 }).map((depth) => `${"[".repeat(depth)}${"]".repeat(depth)}`),
  fc.integer({ min: 1, max: 300 }).map((depth) => `${'{"a":'.repeat(depth)}1${"}".repeat(depth)}`),
  fc.constantFrom(
    '{"__proto__":{"polluted":1}}',
    '{"constructor":{"prototype":{"polluted":1}}}',
    '{"data":{"__proto__":{"polluted":1}},"csrfToken":["x"]}',
    '{"csrfToken":{"toString":1},"callbackUrl":7,"email":null}',
    "{",
    '"',
    "[]",
    "null",
    "1e400",
    "\ufeff{}",
  ),
);
const multipart = (pairs: readonly (readonly [string, string])[], boundary: string): string => {
  const part = ([key, value]: readonly [string, string]) =>
    `--${boundary}\r\ncontent-disposition: form-data; name="${key}"\r\n\r\n${value}\r\n`;
  return `${pairs.map(part).join("")}--${boundary}--\r\n`;
};

export const bodyMutation: fc.Arbitrary<Mutation> = fc.oneof(
  fc.tuple(name, text).map(([key, value]) => (draft: Draft) => {
    const pairs = new URLSearchParams(bodyOf(draft));
    pairs.set(key, value);
    return withBody(draft, pairs.toString(), form);
  }),
  fc.tuple(index, text).map(([at, value]) => (draft: Draft) => {
    const pairs = new URLSearchParams(bodyOf(draft));
    const key = pick([...pairs.keys()], at);
    if (key !== undefined) pairs.set(key, value);
    return withBody(draft, pairs.toString(), form);
  }),
  index.map((at) => (draft: Draft) => {
    const pairs = fieldsOf(draft);
    const again = pick(pairs, at);
    const all = again ? [...pairs, again] : pairs;
    return withBody(draft, new URLSearchParams(all).toString(), form);
  }),
  index.map((at) => (draft: Draft) => {
    const pairs = fieldsOf(draft).filter((_, place, all) => place !== at % all.length);
    return withBody(draft, new URLSearchParams(pairs).toString(), form);
  }),
  fc.constant((draft: Draft) =>
    withBody(draft, JSON.stringify(Object.fromEntries(fieldsOf(draft))), json),
  ),
  fc.tuple(name, fc.jsonValue({ maxDepth: 4 })).map(([key, value]) => (draft: Draft) => {
    const pairs: [string, unknown][] = [...fieldsOf(draft), [key, value]];
    return withBody(draft, JSON.stringify(Object.fromEntries(pairs)), json);
  }),
  fc
    .constantFrom("limit7", "a", "--", "x y")
    .map(
      (boundary) => (draft: Draft) =>
        withBody(
          draft,
          multipart(fieldsOf(draft), boundary),
          `multipart/form-data; boundary=${boundary}`,
        ),
    ),
  fc.tuple(name, text).map(
    ([key, value]) =>
      (draft: Draft) =>
        withBody(
          draft,
          multipart([...fieldsOf(draft), [key, value]], "limit7"),
          "multipart/form-data; boundary=limit7",
        ),
  ),
  strange.map((body) => (draft: Draft) => withBody(draft, body, json)),
  strange.map((body) => (draft: Draft) => withBody(draft, body)),
  text.map((body) => (draft: Draft) => withBody(draft, wellFormed(body), form)),
  text.map((more) => (draft: Draft) => withBody(draft, bodyOf(draft) + more)),
  fc
    .uint8Array({ maxLength: 60 })
    .map(
      (bytes) => (draft: Draft) =>
        withBody(draft, Uint8Array.from([...(draft.body ?? []), ...bytes])),
    ),
  fc.tuple(index, fc.nat(255)).map(
    ([at, byte]) =>
      (draft: Draft) =>
        withBody(
          draft,
          Uint8Array.from(draft.body ?? []).map((old, place, all) =>
            place === at % all.length ? byte : old,
          ),
        ),
  ),
  index.map(
    (at) => (draft: Draft) =>
      withBody(draft, Uint8Array.from((draft.body ?? new Uint8Array(0)).subarray(0, at))),
  ),
  fc
    .integer({ min: 1000, max: 60_000 })
    .map((size) => (draft: Draft) => withBody(draft, `${bodyOf(draft)}&x=${"y".repeat(size)}`)),
  index.map((from) => (draft: Draft, others: readonly Draft[]) => ({
    ...draft,
    method: "POST",
    body: pick(others, from)?.body ?? null,
  })),
);
