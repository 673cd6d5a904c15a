import { afterEach, describe, expect, it, vi } from "vitest";
import { inProduction, modeOf, modeOfConfig, setModeOf } from "./mode.js";

afterEach(() => {
  vi.unstubAllEnvs();
});

describe("modeOf", () => {
  it.each([
    // what the process says, what the environment object says, production, assumed
    ["development", undefined, false, false],
    ["test", undefined, false, false],
    ["test", "development", false, false],
    [undefined, "development", false, false],
    [undefined, undefined, true, true],
    ["", "", true, true],
    ["production", undefined, true, false],
    ["production", "development", true, false],
    ["development", "production", true, false],
    ["staging", undefined, true, false],
    ["Development", undefined, true, false],
    [" development", undefined, true, false],
    [undefined, "dev", true, false],
  ])("process %j and object %j: production %s, assumed %s", (own, given, production, assumed) => {
    vi.stubEnv("NODE_ENV", own);
    expect(modeOf({ NODE_ENV: given })).toEqual({ production, assumed });
  });
});

describe("modeOfConfig", () => {
  it("is that of the process until an environment was given", () => {
    vi.stubEnv("NODE_ENV", "test");
    const config = {};
    expect(modeOfConfig(config)).toEqual({ production: false, assumed: false });
    setModeOf(config, { production: true, assumed: false });
    expect(modeOfConfig(config)).toEqual({ production: true, assumed: false });
  });
});

describe("inProduction", () => {
  it("says first that NODE_ENV isn't set, and only then", () => {
    expect(inProduction({ assumed: true }, "No secret is set.")).toBe(
      "NODE_ENV is not set, so Latchkey assumes production. Set NODE_ENV=development for local work. No secret is set.",
    );
    expect(inProduction({ assumed: false }, "No secret is set.")).toBe("No secret is set.");
  });
});
