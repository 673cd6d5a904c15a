import { expect, it } from "vitest";
import type { AdapterUser } from "../../types/adapter.js";
import { isProven } from "./proven.js";

const user = { id: "1", email: "ada@example.org", emailVerified: null } satisfies AdapterUser;
/** As an adapter may give it. */
const verified = (emailVerified: unknown): AdapterUser =>
  Object.assign({ ...user }, { emailVerified });

it.each([new Date(0), "2026-11-16T12:00:00.000Z", 1_700_000_000_000, true])(
  "an address is proven since %s",
  (since) => {
    expect(isProven(verified(since))).toBe(true);
  },
);

it.each([null, undefined, "", "never", new Date(Number.NaN), 0, false])(
  "%s proves no address",
  (since) => {
    expect(isProven(verified(since))).toBe(false);
  },
);
