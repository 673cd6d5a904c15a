import { describe, expect, it } from "vitest";
import { compile, problemsIn } from "./compile.js";

// Each project augments another module, so that what one declares is not seen by the others, nor by
// the tests.
const projects = ["core", "types", "jwt", "express", "registered"];

describe("module augmentation", () => {
  it.each(projects)(
    "[RES-14] models are extended by declarations: %s",
    (project) => {
      expect(problemsIn(compile(`augmentation/${project}`))).toEqual([]);
    },
    60_000,
  );
});
