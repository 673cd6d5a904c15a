import { describe, expect, it } from "vitest";
import { formatColor, parseColor } from "./color.js";
import { markTokens, themeTokens } from "./palette.js";
import { cleanTheme } from "./theme.js";
import type { PageTheme } from "./theme.js";

const plain: PageTheme = { colorScheme: "auto", logo: "", brandColor: "", buttonText: "" };

describe("a color", () => {
  it.each([
    ["#f80", "#ff8800"],
    ["#F80C", "#ff8800"],
    ["#346df1", "#346df1"],
    ["#346df180", "#346df1"],
    ["rgb(52, 109, 241)", "#346df1"],
    ["rgba(52 109 241 / 50%)", "#346df1"],
    ["rgb(100% 0% 0%)", "#ff0000"],
    ["hsl(210 100% 50%)", "#0080ff"],
    ["hsl(-150deg, 100%, 50%)", "#0080ff"],
    ["oklch(0.628 0.2577 29.23)", "#ff0000"],
    ["oklch(100% 0 0)", "#ffffff"],
    [" Orange ", "#ffa500"],
  ])("%s is read as %s", (text, hex) => {
    const color = parseColor(text);
    expect(color && formatColor(color)).toBe(hex);
  });

  it.each([
    "",
    "red;}body{display:none",
    "</style><script>alert(1)</script>",
    "red</style>",
    "url(https://evil.example/x)",
    "var(--x)",
    "expression(alert(1))",
    "rgb(1,2)",
    "rgb(1,2,3,4,5)",
    "rgb(a,b,c)",
    "rgb(1 2 3);color:red",
    "#12",
    "#12345",
    "#ggg",
    "constructor",
    "__proto__",
    "inherit",
    "color-mix(in srgb, red, blue)",
  ])("[N05] %j is dropped", (text) => {
    expect(parseColor(text)).toBeUndefined();
    const theme = { ...plain, brandColor: text, buttonText: text };
    expect(themeTokens(cleanTheme(theme))).toBe(themeTokens(cleanTheme(plain)));
    expect(markTokens("mark-0", text)).toBe("");
  });
});

describe("a logo", () => {
  it.each([
    "/logo.svg",
    "/a/b.png?v=2",
    "data:image/png;base64,iVBORw0KGgo=",
    "data:image/svg+xml,%3Csvg/%3E",
  ])("at %s needs no further origin", (logo) => {
    expect(cleanTheme({ ...plain, logo }).logo).toEqual({ src: logo });
  });

  it("on another origin names that origin, for the CSP", () => {
    expect(cleanTheme({ ...plain, logo: "https://cdn.example:8443/l.png?x=1" }).logo).toEqual({
      src: "https://cdn.example:8443/l.png?x=1",
      origin: "https://cdn.example:8443",
    });
  });

  it.each([
    "javascript:alert(1)",
    "data:text/html,<script>alert(1)</script>",
    "data:text/html;base64,PHNjcmlwdD4=",
    'data:image/png,"><script>',
    "data:image/svg+xml;charset=x, y",
    "//evil.example/x.png",
    "/\\evil.example/x.png",
    "https://a;script-src/x.png",
    "https://a,b/x.png",
    "https://user:secret@cdn.example/x.png",
    "file:///etc/passwd",
    "logo.png",
    "blob:https://x/y",
  ])("[N05] %j is dropped", (logo) => {
    expect(cleanTheme({ ...plain, logo }).logo).toBeUndefined();
  });
});

describe("the color scheme", () => {
  it("follows the system, or is forced", () => {
    expect(themeTokens(cleanTheme(plain))).toContain("prefers-color-scheme:dark");
    expect(themeTokens(cleanTheme({ ...plain, colorScheme: "dark" }))).toMatch(
      /^:root\{color-scheme:dark\}/,
    );
    expect(themeTokens(cleanTheme({ ...plain, colorScheme: "light" }))).not.toContain("@media");
  });
});
