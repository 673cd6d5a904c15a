import { readFile } from "node:fs/promises";
import { describe, expect, it } from "vitest";
import { types } from "../../src/frameworks/nuxt/templates.js";
import { compile, problemsIn } from "./compile.js";

// Each project augments another module, so that what one declares is not seen by the others, nor by
// the tests.
const projects = ["core", "types", "jwt", "express", "registered", "nuxt"];

describe("module augmentation", () => {
  it.each(projects)(
    "[RES-14] models are extended by declarations: %s",
    (project) => {
      expect(problemsIn(compile(`augmentation/${project}`))).toEqual([]);
    },
    60_000,
  );

  it("the project for Nuxt has what the module writes into applications", async () => {
    const written = new URL("augmentation/nuxt/types/latchkey.d.ts", import.meta.url);
    const generated = types({ config: "../server/auth.ts", basePath: "/auth" });
    const plain = (text: string) => text.replaceAll(/\s+/g, " ").trim();
    expect(plain(await readFile(written, "utf8"))).toBe(plain(generated));
  });
});
