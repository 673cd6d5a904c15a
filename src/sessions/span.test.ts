import { describe, expect, it } from "vitest";
import { isOver, lastsFor, spanOf } from "./span.js";

const hour = 60 * 60;
const day = 24 * hour;
const spans = { maxAge: 30 * day, updateAge: day };
const signedInAt = 1_700_000_000;
const staying = { authTime: signedInAt };
const leaving = { authTime: signedInAt, untilClosed: true };
const after = (seconds: number) => (signedInAt + seconds) * 1000;

describe("how long a session lasts", () => {
  it("is what is configured, for whoever stays", () => {
    expect(spanOf(spans, staying)).toEqual(spans);
    expect(spanOf(spans, undefined)).toEqual(spans);
    expect(spanOf(spans, { ...staying, untilClosed: false })).toEqual(spans);
  });

  it("is half a day at most when it is to end with the browser, extended now and then", () => {
    expect(spanOf(spans, leaving)).toEqual({ maxAge: 12 * hour, updateAge: 24 * 60 });
    expect(spanOf({ maxAge: 30 * day, updateAge: 60 }, leaving)).toEqual({
      maxAge: 12 * hour,
      updateAge: 60,
    });
    const just = { maxAge: 12 * hour, updateAge: 2 * hour };
    expect(spanOf(just, leaving)).toEqual(just);
    const longer = { maxAge: 12 * hour + 1, updateAge: 2 * hour };
    expect(spanOf(longer, leaving)).toEqual({ maxAge: 12 * hour, updateAge: 24 * 60 });
  });

  it("is not more than is left of the whole", () => {
    const bounded = { ...spans, absoluteMaxAge: 31 * day };
    expect(lastsFor(bounded, staying, after(0))).toBe(30 * day);
    expect(lastsFor(bounded, staying, after(day))).toBe(30 * day);
    expect(lastsFor(bounded, staying, after(day + 1))).toBe(30 * day - 1);
    expect(lastsFor(bounded, staying, after(31 * day))).toBe(0);
    expect(lastsFor(bounded, staying, after(40 * day))).toBe(0);
    expect(lastsFor(bounded, leaving, after(0))).toBe(12 * hour);
  });

  it("knows no such bound where there is none, or nobody knows when it began", () => {
    expect(lastsFor(spans, staying, after(90 * day))).toBe(30 * day);
    expect(lastsFor({ ...spans, absoluteMaxAge: day }, undefined, after(0))).toBe(30 * day);
  });
});

describe("a session that began too long ago", () => {
  it("is over at the bound, not before", () => {
    const bounded = { ...spans, absoluteMaxAge: day };
    expect(isOver(bounded, staying, after(day) - 1)).toBe(false);
    expect(isOver(bounded, staying, after(day))).toBe(true);
    expect(isOver(bounded, staying, after(2 * day))).toBe(true);
  });

  it("is never over without a bound, or where nobody knows when it began", () => {
    expect(isOver(spans, staying, after(1000 * day))).toBe(false);
    expect(isOver({ ...spans, absoluteMaxAge: day }, undefined, after(1000 * day))).toBe(false);
  });
});
