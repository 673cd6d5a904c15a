import { afterAll, beforeEach, expect } from "vitest";
import { renewSecret } from "./config.js";
import { untouched } from "./untouched.js";

// Here and not where the secret is: what is loaded once for several files would count for the first alone.
beforeEach(renewSecret);

afterAll(() => {
  const { Date, fetch, setTimeout } = globalThis;
  expect({ Date, fetch, setTimeout }).toEqual(untouched);
});
