import { describe, expect, it } from "vitest";
import { keyRingOf, ofSecrets } from "./secrets.js";

describe("what belongs to secrets", () => {
  it("is the same for the same secrets, and another one for others", () => {
    const thingOf = ofSecrets(() => ({}));
    expect(thingOf(keyRingOf(["a", "b"]))).toBe(thingOf(keyRingOf(["a", "b"])));
    expect(thingOf(keyRingOf(["a"]))).not.toBe(thingOf(keyRingOf(["a", "b"])));
    expect(thingOf(keyRingOf(["a,b"]))).not.toBe(thingOf(keyRingOf(["a", "b"])));
  });
});
