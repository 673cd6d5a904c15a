import fc from "fast-check";
import type { Draft } from "../tape.js";

import { actions, ids, index, name, pick, text, wellFormed, type Mutation } from "./texts.js";

const address = (draft: Draft, change: (url: URL) => void): Draft => {
  const url = new URL(draft.url);
  change(url);
  return { ...draft, url: url.href };
};
const inPath = (draft: Draft, change: (path: string) => string): Draft => {
  const { origin, pathname, search } = new URL(draft.url);
  return { ...draft, url: `${origin}/${change(pathname).replace(/^\//, "")}${search}` };
};
const replaceSegment = (path: string, at: number, value: string): string => {
  const segments = path.split("/");
  return segments.map((old, place) => (place === at % segments.length ? value : old)).join("/");
};

export const encoded = fc.tuple(text, fc.boolean()).map(([value, raw]) => {
  return raw ? value.replaceAll(/[?#]/g, "") : encodeURIComponent(wellFormed(value));
});
export const pathMutation: fc.Arbitrary<Mutation> = fc.oneof(
  fc.tuple(index, encoded).map(
    ([at, value]) =>
      (draft: Draft) =>
        inPath(draft, (path) => replaceSegment(path, at, value)),
  ),
  fc
    .constantFrom(...ids)
    .map((id) => (draft: Draft) => inPath(draft, (path) => replaceSegment(path, 3, id))),
  fc
    .constantFrom(...actions)
    .map((name) => (draft: Draft) => inPath(draft, (path) => replaceSegment(path, 2, name))),
  encoded.map((value) => (draft: Draft) => inPath(draft, (path) => `${path}/${value}`)),
  fc
    .constantFrom("/", "//", "/.", "/..", "/%2e%2e", ";a=b", "%00")
    .map((end) => (draft: Draft) => inPath(draft, (path) => path + end)),
  fc.constant((draft: Draft) => inPath(draft, (path) => path.toUpperCase())),
  fc.constant((draft: Draft) => inPath(draft, (path) => path.replaceAll("/", "//"))),
);

export const queryMutation: fc.Arbitrary<Mutation> = fc.oneof(
  fc.tuple(name, text).map(
    ([key, value]) =>
      (draft: Draft) =>
        address(draft, ({ searchParams }) => searchParams.set(key, value)),
  ),
  fc.tuple(name, text).map(
    ([key, value]) =>
      (draft: Draft) =>
        address(draft, ({ searchParams }) => searchParams.append(key, value)),
  ),
  fc.tuple(index, text).map(
    ([at, value]) =>
      (draft: Draft) =>
        address(draft, ({ searchParams }) => {
          const key = pick([...searchParams.keys()], at);
          if (key !== undefined) searchParams.set(key, value);
        }),
  ),
  index.map(
    (at) => (draft: Draft) =>
      address(draft, ({ searchParams }) => {
        const key = pick([...searchParams.keys()], at);
        if (key !== undefined) searchParams.delete(key);
      }),
  ),
  index.map(
    (at) => (draft: Draft) =>
      address(draft, ({ searchParams }) => {
        const [key, value] = pick([...searchParams], at) ?? [];
        if (key !== undefined && value !== undefined) searchParams.append(key, value);
      }),
  ),
  text.map(
    (raw) => (draft: Draft) =>
      address(draft, (url) => {
        url.search += raw;
      }),
  ),
  index.map(
    (at) => (draft: Draft, others: readonly Draft[]) =>
      address(draft, (url) => {
        url.search = new URL(pick(others, at)?.url ?? url.href).search;
      }),
  ),
);
