import fc from "fast-check";
import type { Draft } from "../tape.js";

import { encoded, pathMutation, queryMutation } from "./address.js";
import { bodyMutation, strange } from "./bodies.js";
import { cookieMutation, cookieNames } from "./cookies.js";
import { headerMutation, headerNames } from "./headers.js";
import {
  actions,
  encoder,
  headerText,
  ids,
  methods,
  name,
  pick,
  text,
  type Mutation,
} from "./texts.js";

const mutation: fc.Arbitrary<Mutation> = fc.oneof(
  { weight: 3, arbitrary: pathMutation },
  {
    weight: 2,
    arbitrary: fc
      .constantFrom(...methods)
      .map((method) => (draft: Draft) => ({ ...draft, method })),
  },
  { weight: 4, arbitrary: queryMutation },
  { weight: 4, arbitrary: headerMutation },
  { weight: 5, arbitrary: cookieMutation },
  { weight: 6, arbitrary: bodyMutation },
  {
    weight: 1,
    arbitrary: fc
      .constantFrom("https://evil.test", "http://app.test", "https://app.test:444", "https://[::1]")
      .map((origin) => (draft: Draft) => ({
        ...draft,
        url: origin + draft.url.slice(new URL(draft.url).origin.length),
      })),
  },
);

/** A request made of nothing but chance. */
const random: fc.Arbitrary<Draft> = fc
  .record({
    method: fc.constantFrom(...methods),
    path: fc.array(fc.oneof(fc.constantFrom("auth", ...actions, ...ids), encoded), {
      maxLength: 5,
    }),
    query: fc.array(fc.tuple(name, text), { maxLength: 5 }),
    headers: fc.array(fc.tuple(fc.constantFrom(...headerNames), headerText), { maxLength: 5 }),
    cookies: fc.array(fc.tuple(fc.constantFrom(...cookieNames), headerText), { maxLength: 5 }),
    body: fc.oneof(fc.constant(null), fc.uint8Array({ maxLength: 200 }), strange, text),
  })
  .map(({ method, path, query, headers, cookies, body }) => ({
    method,
    url: `https://app.test/${path.join("/")}?${new URLSearchParams(query).toString()}`,
    headers,
    cookies: cookies.map((pair) => pair.join("=")),
    body: typeof body === "string" ? encoder.encode(body) : body && Uint8Array.from(body),
  }));

/** What is sent next: a right request with changes, or a random one. */
export interface Step {
  readonly from: number;
  readonly changes: readonly Mutation[];
  readonly random: Draft | null;
}

/** What is sent next, by chance. */
export const step: fc.Arbitrary<Step> = fc.record({
  from: fc.nat(10_000),
  changes: fc.array(mutation, { minLength: 0, maxLength: 4 }),
  random: fc.oneof({ weight: 6, arbitrary: fc.constant(null) }, { weight: 1, arbitrary: random }),
});

/** The request of a step. A change that makes no address any more is left out. */
export function draftFor({ from, changes, random: given }: Step, drafts: readonly Draft[]): Draft {
  let draft = given ?? pick(drafts, from);
  if (!draft) throw new Error("There is nothing to begin with.");
  for (const change of changes) draft = changed(draft, change, drafts);
  return draft;
}

function changed(draft: Draft, change: Mutation, others: readonly Draft[]): Draft {
  const next = change(draft, others);
  return URL.canParse(next.url) ? next : draft;
}
