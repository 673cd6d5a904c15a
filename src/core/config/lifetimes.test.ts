import { describe, expect, it } from "vitest";
import { lifetimesOf } from "./lifetimes.js";

const day = 24 * 60 * 60;

describe("lifetimesOf", () => {
  it.each([
    ["nothing configured", {}, { maxAge: 30 * day, updateAge: day }],
    ["a longer maxAge", { maxAge: 90 * day }, { maxAge: 90 * day, updateAge: day }],
    ["a shorter maxAge", { maxAge: 900 }, { maxAge: 900, updateAge: 30 }],
    ["an updateAge", { maxAge: 900, updateAge: 899 }, { maxAge: 900, updateAge: 899 }],
    ["an updateAge of 0", { updateAge: 0 }, { maxAge: 30 * day, updateAge: 0 }],
  ])("%s: %j gives %j", (_, session, expected) => {
    expect(lifetimesOf({ session })).toEqual(expected);
  });

  it("decision 40: the shorter of session.maxAge and jwt.maxAge counts", () => {
    const both = (session: number, jwt: number) =>
      lifetimesOf({ session: { maxAge: session }, jwt: { maxAge: jwt } }).maxAge;
    expect([both(100, 200), both(200, 100)]).toEqual([100, 100]);
    expect(lifetimesOf({ jwt: { maxAge: 60 * day } }).maxAge).toBe(30 * day);
    expect(lifetimesOf({ jwt: { maxAge: 300 } })).toEqual({ maxAge: 300, updateAge: 10 });
    // There is no token in a session of the database.
    expect(lifetimesOf({ jwt: { maxAge: 300 }, adapter: {} }).maxAge).toBe(30 * day);
  });

  it("decision 39: an updateAge that is not smaller is told, and counts as the default", () => {
    for (const updateAge of [900, 901, day]) {
      const { warning, ...ages } = lifetimesOf({ session: { maxAge: 900, updateAge } });
      expect(ages).toEqual({ maxAge: 900, updateAge: 30 });
      expect(warning).toContain(`\`session.updateAge\` (${updateAge} s)`);
    }
  });
});
