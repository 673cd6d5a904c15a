import { expect, it } from "vitest";
import { node, root } from "./packed.js";

it("docs/security-cases.md names every case, and the tests that try it", async () => {
  await expect(node(["scripts/generate/security-table.mjs", "--check"], root)).resolves.toBe("");
}, 60_000);
