import { afterAll, expect } from "vitest";
import { replaced } from "./untouched.js";

if (process.env["SHARED_PROCESS"] === "true") {
  afterAll(() => {
    expect(replaced()).toEqual([]);
  });
}
