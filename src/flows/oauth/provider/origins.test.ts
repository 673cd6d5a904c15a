import { describe, expect, it } from "vitest";
import { isListedOrigin, isOriginPattern } from "./origins.js";

describe("isOriginPattern", () => {
  it.each([
    "https://preview.example.com",
    "http://localhost:3000",
    "https://*.preview.example.com",
    "https://shop-*-team.vercel.app",
    "https://EXAMPLE.com:8443",
  ])("%s is one", (text) => {
    expect(isOriginPattern(text)).toBe(true);
  });

  it.each([
    "*",
    "https://*",
    "https://*.com",
    "https://*.*.example.com",
    "https://a*b*c.example.com",
    "https://example.*",
    "https://user@example.com",
    "https://example.com/auth",
    "https://example.com/",
    "https://example.com?x",
    "https://example..com",
    "javascript:alert(1)",
    "ftp://example.com",
    "example.com",
    "",
    undefined,
    /x/,
  ])("%s is none", (text) => {
    expect(isOriginPattern(text)).toBe(false);
  });
});

describe("isListedOrigin", () => {
  it.each([
    ["https://preview.example.com", "https://preview.example.com"],
    ["https://preview.example.com", "https://PREVIEW.example.com:443"],
    ["https://pr-7.preview.example.com", "https://*.preview.example.com"],
    ["https://shop-abc-team.vercel.app", "https://shop-*-team.vercel.app"],
    ["http://localhost:3000", "http://localhost:3000"],
  ])("%s is listed by %s", (origin, pattern) => {
    expect(isListedOrigin(origin, [pattern])).toBe(true);
  });

  it.each([
    ["http://preview.example.com", "https://preview.example.com"],
    ["https://preview.example.com:8443", "https://preview.example.com"],
    ["https://a.b.preview.example.com", "https://*.preview.example.com"],
    ["https://preview.example.com", "https://*.preview.example.com"],
    ["https://evil.com", "https://*.preview.example.com"],
    ["https://x.preview.example.com.evil.com", "https://*.preview.example.com"],
    ["https://shop--team.vercel.app", "https://shop-*-team.vercel.app"],
    ["https://evil-shop-a-team.vercel.app", "https://shop-*-team.vercel.app"],
    ["https://user@preview.example.com", "https://preview.example.com"],
    ["javascript:alert(1)", "https://preview.example.com"],
    ["https://preview.example.com", "https://*"],
    ["nothing", "https://preview.example.com"],
  ])("%s is not listed by %s", (origin, pattern) => {
    expect(isListedOrigin(origin, [pattern])).toBe(false);
  });
});
