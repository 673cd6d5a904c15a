import { describe, expect, it } from "vitest";
import { attributes } from "./attributes.js";
import { html, styleElement } from "./html.js";
import { safeLink } from "./links.js";

describe("html", () => {
  it("escapes every character that could end a text or an attribute", () => {
    const text = `&<>"'\``;
    expect(html`<p title="${text}">${text}</p>`.toString()).toBe(
      '<p title="&amp;&lt;&gt;&quot;&#39;&#96;">&amp;&lt;&gt;&quot;&#39;&#96;</p>',
    );
  });

  it("takes markup as it is, joins lists and leaves out what is absent", () => {
    const items = ["<a>", 2].map((item) => html`<li>${item}</li>`);
    const markup = html`${items}${null}${undefined}${false}`;
    expect(markup.toString()).toBe("<li>&lt;a&gt;</li><li>2</li>");
  });

  it("does not take an object that only looks like markup for markup", () => {
    const text = String({ toString: () => "<script>" });
    expect(html`${text}`.toString()).toBe("&lt;script&gt;");
  });

  it("refuses a stylesheet that could close its element", () => {
    expect(() => styleElement("a{}</style><script>")).toThrow(TypeError);
  });
});

describe("attributes", () => {
  it("writes values quoted and escaped, flags bare, and leaves out false and undefined", () => {
    const list = attributes({ id: 'a"b', required: true, hidden: false, title: undefined });
    expect(html`${list}`.toString()).toBe('id="a&quot;b" required ');
  });

  it.each(["onclick", "ONCLICK", "style", "formaction", "src", "href", 'x" y', "a b", "a=b", ""])(
    "[N01] never writes an attribute called %j",
    (name) => {
      expect(html`${attributes({ [name]: "x" })}`.toString()).toBe("");
    },
  );
});

describe("safeLink", () => {
  it.each(["/", "/a?b=c#d", "https://example.com/x", "http://localhost:3000"])(
    "keeps %s",
    (url) => {
      expect(safeLink(url)).toBe(url);
    },
  );

  it.each([
    "javascript:alert(1)",
    "JaVaScRiPt:alert(1)",
    " javascript:alert(1)",
    "java\tscript:alert(1)",
    "data:text/html,<script>",
    "vbscript:x",
    "//evil.example",
    "/\\evil.example",
    "/\t/evil.example",
    "\\\\evil.example",
    "https:\\\\evil.example",
    "",
  ])("[N01] replaces %j by /", (url) => {
    expect(safeLink(url)).toBe("/");
  });
});
