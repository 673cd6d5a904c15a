import { describe, expect, it } from "vitest";
import type { KeptSession } from "./hooks.js";
import { isOver, lastsFor, spanOf } from "./lifetime.js";

const hour = 60 * 60;
const day = 24 * hour;
const spans = { maxAge: 30 * day, updateAge: day };
const signedInAt = 1_700_000_000;
const session = (more: Partial<KeptSession["facts"]>): KeptSession => ({
  facts: { sid: "s", authTime: signedInAt, ...more },
  userId: "1",
});
const staying = session({});
const leaving = session({ untilClosed: true });
const endingAfter = (seconds: number) => ({
  ...spans,
  hooks: { endsBy: ({ facts }: KeptSession) => facts.authTime + seconds },
});
const after = (seconds: number) => (signedInAt + seconds) * 1000;

describe("how long a session lasts", () => {
  it("is what is configured, for whoever stays", () => {
    expect(spanOf(spans, staying.facts)).toEqual(spans);
    expect(spanOf(spans, undefined)).toEqual(spans);
    expect(spanOf(spans, { untilClosed: false })).toEqual(spans);
  });

  it("is half a day at most when it is to end with the browser, extended now and then", () => {
    expect(spanOf(spans, leaving.facts)).toEqual({ maxAge: 12 * hour, updateAge: 24 * 60 });
    expect(spanOf({ maxAge: 30 * day, updateAge: 60 }, leaving.facts)).toEqual({
      maxAge: 12 * hour,
      updateAge: 60,
    });
    const just = { maxAge: 12 * hour, updateAge: 2 * hour };
    expect(spanOf(just, leaving.facts)).toEqual(just);
    const longer = { maxAge: 12 * hour + 1, updateAge: 2 * hour };
    expect(spanOf(longer, leaving.facts)).toEqual({ maxAge: 12 * hour, updateAge: 24 * 60 });
  });

  it("is not more than is left of the whole", () => {
    const bounded = endingAfter(31 * day);
    expect(lastsFor(bounded, staying, after(0))).toBe(30 * day);
    expect(lastsFor(bounded, staying, after(day))).toBe(30 * day);
    expect(lastsFor(bounded, staying, after(day + 1))).toBe(30 * day - 1);
    expect(lastsFor(bounded, staying, after(31 * day))).toBe(0);
    expect(lastsFor(bounded, staying, after(40 * day))).toBe(0);
    expect(lastsFor(bounded, leaving, after(0))).toBe(12 * hour);
  });

  it("knows no such bound where there is none, or nobody knows when it began", () => {
    expect(lastsFor(spans, staying, after(90 * day))).toBe(30 * day);
    expect(lastsFor(endingAfter(day), undefined, after(0))).toBe(30 * day);
  });
});

describe("a session that began too long ago", () => {
  it("is over at the bound, not before", () => {
    const bounded = endingAfter(day);
    expect(isOver(bounded, staying, after(day) - 1)).toBe(false);
    expect(isOver(bounded, staying, after(day))).toBe(true);
    expect(isOver(bounded, staying, after(2 * day))).toBe(true);
  });

  it("is never over without a bound, or where nobody knows when it began", () => {
    expect(isOver(spans, staying, after(1000 * day))).toBe(false);
    expect(isOver(endingAfter(day), undefined, after(1000 * day))).toBe(false);
  });
});
