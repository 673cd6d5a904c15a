import fc from "fast-check";
import type { Again, Step } from "../steps.js";
import { action, browser, person } from "./actions.js";
import { journey } from "./journeys.js";

const pick = fc.nat({ max: 20 });
const again: fc.Arbitrary<Again> = fc.record({
  of: fc.constantFrom("spent", "history"),
  pick: fc.oneof(fc.constant(0), pick),
  cookies: fc.constantFrom("then", "now", "other", "none"),
});
/** Around the ends of what lasts 2, 5, 10, 15 and 60 minutes, with and without the clocks' leeway. */
const seconds = fc.constantFrom(
  1,
  20,
  119,
  136,
  290,
  299,
  316,
  599,
  600,
  601,
  899,
  900,
  916,
  3599,
  3600,
  3616,
);

export const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 60, arbitrary: fc.record({ do: fc.constant("send"), action }) },
  { weight: 14, arbitrary: fc.record({ do: fc.constant("journey"), actions: journey }) },
  { weight: 6, arbitrary: fc.record({ do: fc.constant("hold"), action }) },
  { weight: 5, arbitrary: fc.record({ do: fc.constant("deliver"), pick }) },
  { weight: 10, arbitrary: fc.record({ do: fc.constant("replay"), again }) },
  {
    weight: 14,
    arbitrary: fc.record({
      do: fc.constant("together"),
      actions: fc.array(action, { minLength: 1, maxLength: 3 }),
      copies: fc.nat({ max: 2 }),
      again: fc.option(again, { freq: 2 }),
    }),
  },
  { weight: 4, arbitrary: fc.record({ do: fc.constant("pass"), seconds }) },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant("drop"),
      browser,
      what: fc.constantFrom("session", "csrf", "flow", "mail", "challenge", "proof"),
    }),
  },
  { weight: 3, arbitrary: fc.record({ do: fc.constant("steal"), browser, pick }) },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant("dismiss"),
      user: person,
    }),
  },
  { weight: 6, arbitrary: fc.constant({ do: "turn-on" }) },
);
