import fc from "fast-check";
import type { Draft } from "../tape.js";

import { headerText, index, pick, type Mutation } from "./texts.js";

export const cookieNames = [
  ...["__Secure-authjs.session-token", "authjs.session-token", "__Host-latchkey.csrf-token"],
  ...["latchkey.csrf-token", "__Host-latchkey.callback-url", "latchkey.callback-url"],
  ...["__Host-latchkey.flow", "latchkey.flow", "__Host-latchkey.mail", "latchkey.mail"],
  ...["__Host-latchkey.challenge", "latchkey.challenge", "__Host-latchkey.device"],
  ...["latchkey.device", "__proto__", "constructor"],
];
const withCookie = (draft: Draft, ...more: string[]): Draft => ({
  ...draft,
  cookies: [...draft.cookies, ...more],
});
const changeCookie = (draft: Draft, at: number, change: (pair: string) => string[]): Draft => ({
  ...draft,
  cookies: draft.cookies.flatMap((pair, place) =>
    place === at % draft.cookies.length ? change(pair) : [pair],
  ),
});
const valueOf = (pair: string): string => pair.slice(pair.indexOf("=") + 1);
const nameOf = (pair: string): string => pair.slice(0, pair.indexOf("="));
/** A cookie in chunks, as the session is when it is long; `gap` of them is left out. */
const chunked = (pair: string, { parts, gap }: { parts: number; gap: number }): string[] => {
  const size = Math.ceil(valueOf(pair).length / parts) || 1;
  return Array.from({ length: parts }, (_, part) => {
    const slice = valueOf(pair).slice(part * size, (part + 1) * size);
    return `${nameOf(pair)}.${part}=${slice}`;
  }).filter((_, part) => part !== gap);
};
export const cookieMutation: fc.Arbitrary<Mutation> = fc.oneof(
  index.map((at) => (draft: Draft) => changeCookie(draft, at, () => [])),
  index.map((at) => (draft: Draft) => changeCookie(draft, at, (pair) => [pair, pair])),
  fc.tuple(index, headerText).map(
    ([at, value]) =>
      (draft: Draft) =>
        changeCookie(draft, at, (pair) => [`${nameOf(pair)}=${value}`]),
  ),
  fc.tuple(index, index).map(
    ([at, cut]) =>
      (draft: Draft) =>
        changeCookie(draft, at, (pair) => [pair.slice(0, pair.length - (cut % pair.length))]),
  ),
  fc.tuple(index, index).map(
    ([at, place]) =>
      (draft: Draft) =>
        changeCookie(draft, at, (pair) => {
          const start = place % pair.length;
          return [`${pair.slice(0, start)}A${pair.slice(start + 1)}`];
        }),
  ),
  fc.tuple(index, fc.integer({ min: 1, max: 40 }), fc.nat(60)).map(
    ([at, parts, gap]) =>
      (draft: Draft) =>
        changeCookie(draft, at, (pair) => chunked(pair, { parts, gap })),
  ),
  fc.tuple(index, fc.constantFrom(...cookieNames)).map(
    ([at, other]) =>
      (draft: Draft) =>
        changeCookie(draft, at, (pair) => [`${other}=${valueOf(pair)}`]),
  ),
  fc.tuple(fc.constantFrom(...cookieNames), headerText, fc.constantFrom("", ".0", ".1", ".x")).map(
    ([cookie, value, end]) =>
      (draft: Draft) =>
        withCookie(draft, `${cookie}${end}=${value}`),
  ),
  fc.tuple(index, index).map(
    ([from, at]) =>
      (draft: Draft, others: readonly Draft[]) =>
        withCookie(draft, pick(pick(others, from)?.cookies ?? [], at) ?? "a=b"),
  ),
  index.map((from) => (draft: Draft, others: readonly Draft[]) => ({
    ...draft,
    cookies: pick(others, from)?.cookies ?? [],
  })),
  headerText.map((raw) => (draft: Draft) => withCookie(draft, raw)),
  fc
    .integer({ min: 10, max: 300 })
    .map(
      (count) => (draft: Draft) =>
        withCookie(
          draft,
          ...Array.from({ length: count }, (_, at) => `__Host-latchkey.flow.${at}=${at}`),
        ),
    ),
);
