import * as errors from "latchkey/errors";
import { expect, it } from "vitest";
import { texts } from "../../src/core/diagnosis/texts.js";
import { node, root } from "./packed.js";

it("docs/errors.md has an entry for every class of latchkey/errors, as the texts say", async () => {
  await expect(node(["scripts/generate/errors-docs.mjs", "--check"], root)).resolves.toBe("");
}, 60_000);

it("every class that is exported has a text, with a cause and a cure", () => {
  const types = Object.values(errors).flatMap((one) =>
    typeof one === "function" && "type" in one ? [String(one.type)] : [],
  );
  expect(types.length).toBeGreaterThan(35);
  expect(types.filter((type) => !Object.hasOwn(texts, type))).toEqual([]);
  for (const { cause, cure } of Object.values(texts)) {
    expect(cause).toMatch(/[.?]$/);
    expect(cure).toMatch(/[.?]$/);
  }
});
