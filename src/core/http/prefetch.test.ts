import { describe, expect, it } from "vitest";
import { isPrefetch } from "./prefetch.js";

describe("a page that is fetched before anybody asked for it", () => {
  it.each([
    { purpose: "prefetch" },
    { "sec-purpose": "prefetch;prerender" },
    { "sec-purpose": "prerender" },
    { "x-purpose": "preview" },
    { "x-purpose": "Preview" },
    { "x-moz": "prefetch" },
    { "next-router-prefetch": "1" },
    { "next-router-prefetch": "" },
  ])("is known by %o", (headers: Record<string, string>) => {
    expect(isPrefetch(new Headers(headers))).toBe(true);
  });

  it.each([{}, { purpose: "" }, { purpose: "navigate" }, { accept: "prefetch" }])(
    "is not known by %o",
    (headers: Record<string, string>) => {
      expect(isPrefetch(new Headers(headers))).toBe(false);
    },
  );
});
