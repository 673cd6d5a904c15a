import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { filledBy } from "../../src/core/values/plugin-line.js";
import { root } from "./sources.js";

const camel = (name: string) =>
  name.replaceAll(/-(\w)/g, (_, letter: string) => letter.toUpperCase());
const plugins = readdirSync(join(root, "src/plugins"), { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => name);
/** As an application writes them: `tokens` and `audit` alone are words like others. */
const written = plugins.flatMap((name) => [
  `latchkey/plugins/${name}`,
  `${camel(name)}(`,
  ...(name.includes("-") ? [`"${name}"`, `\`${camel(name)}\``] : []),
]);
const below = /^(?:core|flows|pages|adapters|doors)\/.*(?<!\.test)\.tsx?$/;

describe("the core", () => {
  it("names no plugin, but for the one list of what fills a hook", () => {
    expect(plugins).toContain("two-factor");
    const files = readdirSync(join(root, "src"), { recursive: true, encoding: "utf8" })
      .map((path) => path.replaceAll("\\", "/"))
      .filter((path) => below.test(path) && path !== "core/values/plugin-line.ts");
    expect(files.length).toBeGreaterThan(300);
    const named = files.flatMap((file) => {
      const text = readFileSync(join(root, "src", file), "utf8");
      return written.filter((name) => text.includes(name)).map((name) => `${file}: ${name}`);
    });
    expect(named).toEqual([]);
  });

  it("names no guests, but for the one list of providers that need their function", () => {
    const files = readdirSync(join(root, "src/core"), { recursive: true, encoding: "utf8" })
      .map((path) => path.replaceAll("\\", "/"))
      .filter((path) => /(?<!\.test)\.ts$/.test(path) && path !== "config/flows/bind-problem.ts");
    const named = files.filter((file) =>
      /guest/i.test(readFileSync(join(root, "src/core", file), "utf8")),
    );
    expect(named).toEqual([]);
  });

  it("lists plugins that there are", () => {
    expect(plugins).toEqual(expect.arrayContaining(Object.values(filledBy)));
  });
});
