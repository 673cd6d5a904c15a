import fc from "fast-check";
import type { Action, Form } from "../actions.js";

export const browser = fc.nat({ max: 2 });
const often = <T>(usual: T, weight: number, ...others: readonly T[]): fc.Arbitrary<T> =>
  fc.oneof(
    { weight, arbitrary: fc.constant(usual) },
    ...others.map((other) => ({ weight: 1, arbitrary: fc.constant(other) })),
  );
const pick = often(0, 6, 1, 2, 3);
/** How many browsers further it arrives. */
const elsewhere = often(0, 8, 1, 2);

const targets = [
  "/dash?tab=1",
  "https://app.test/welcome",
  "https://evil.test/",
  "//evil.test",
  "/\\evil.test",
  "https://app.test@evil.test/",
  "https://app.test.evil.test/",
  "javascript:alert(1)",
  "/auth/signout",
];
const form: fc.Arbitrary<Form> = fc.record({
  csrf: often<Form["csrf"]>("own", 14, "none", "foreign"),
  site: often<Form["site"]>("same-origin", 20, "cross-site"),
  asJson: often(false, 6, true),
  target: often<string | null>(null, 6, ...targets),
});

const pages = [
  "signin",
  "signout",
  "providers",
  "error?error=AccessDenied",
  "error?error=Configuration",
  "verify-request?provider=email&type=email",
  "signin?error=OAuthCallbackError&callbackUrl=https%3A%2F%2Fevil.test",
  "signout?callbackUrl=%2F%2Fevil.test",
  "signin/hub",
  "callback/hub",
  "callback/nobody",
  "nothing",
];

/** Who can get mail. Ada is a user from the start, the others aren't. */
export const address = fc.constantFrom("ada@example.org", "Pat@Example.org", "zoe@example.org");
/** Users by their addresses; some are none yet. */
export const person = fc.constantFrom(
  "ada@example.org",
  "pat@example.org",
  "zoe@example.org",
  "grace@example.org",
);
/** For whom a passkey is asked for. Grace is a user from the start. */
const newcomer = fc.constantFrom("zoe@example.org", "pat@example.org", "grace@example.org", null);

export const action: fc.Arbitrary<Action> = fc.oneof(
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constant("page"), browser, route: fc.constantFrom(...pages) }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("csrf"), browser }) },
  { weight: 8, arbitrary: fc.record({ do: fc.constant("session"), browser }) },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constant("end-all"), browser, user: person }),
  },
  // Often, so that a short run can't do without.
  { weight: 7, arbitrary: fc.record({ do: fc.constant("list"), browser, user: person }) },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constantFrom("end", "end-others"),
      browser,
      session: fc.nat({ max: 6 }),
    }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant("update"), browser, form }) },
  { weight: 5, arbitrary: fc.record({ do: fc.constant("sign-out"), browser, form }) },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant("credentials"),
      browser,
      form,
      username: fc.constantFrom("ada", "grace"),
      right: often(true, 4, false),
    }),
  },
  {
    weight: 7,
    arbitrary: fc.record({
      do: fc.constant("begin"),
      browser,
      form,
      provider: fc.oneof(
        { weight: 5, arbitrary: fc.constant("hub") },
        { weight: 5, arbitrary: fc.constant("idp") },
        { weight: 1, arbitrary: fc.constant("credentials") },
      ),
    }),
  },
  {
    weight: 9,
    arbitrary: fc
      .record({
        do: fc.constant("return"),
        pick,
        swap: often(0, 8, 1),
        person: fc.constantFrom(0, 1),
        elsewhere,
        fault: often<"none" | "denied" | "state" | "provider">(
          "none",
          12,
          "denied",
          "state",
          "provider",
        ),
      })
      .map(({ swap, ...rest }) => ({ ...rest, codeOf: rest.pick + swap })),
  },
  { weight: 5, arbitrary: fc.record({ do: fc.constant("land"), pick, elsewhere }) },
  { weight: 6, arbitrary: fc.record({ do: fc.constant("mail"), browser, form, address }) },
  {
    weight: 5,
    arbitrary: fc.record({
      do: fc.constant("link"),
      pick,
      elsewhere,
      as: often<"GET" | "HEAD" | "prefetch">("GET", 6, "HEAD", "prefetch"),
    }),
  },
  { weight: 3, arbitrary: fc.record({ do: fc.constant("press"), pick, elsewhere, form }) },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant("code"),
      pick,
      elsewhere,
      form,
      right: often(true, 2, false),
    }),
  },
  {
    weight: 7,
    arbitrary: fc.record({
      do: fc.constant("options"),
      browser,
      action: fc.constantFrom("register", "authenticate"),
      email: newcomer,
    }),
  },
  {
    weight: 8,
    arbitrary: fc.record({
      do: fc.constant("passkey"),
      pick,
      elsewhere,
      form,
      device: fc.constantFrom(0, 1),
      which: fc.nat({ max: 2 }),
    }),
  },
);
