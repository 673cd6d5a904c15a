import { describe, expect, it } from "vitest";
import { createPrepare } from "./prepare.js";

const config = () => ({ providers: [], secret: "a secret of the tests, long enough: 3f9c1d" });

describe("the engine of a configuration", () => {
  it("is made once for an object, which is not changed", () => {
    const prepare = createPrepare();
    const given = Object.freeze({ ...config(), trustProxy: true });
    expect(prepare(given, { env: {} })).toBe(prepare(given, { env: {} }));
    expect(Object.keys(given)).toEqual(["providers", "secret", "trustProxy"]);
  });

  it("is another once the secret was replaced in place", () => {
    const prepare = createPrepare();
    const given = config();
    const before = prepare(given, { env: {} });
    given.secret = "another secret of the tests, long enough";
    expect(prepare(given, { env: {} })).not.toBe(before);
  });

  it.each([
    [{}, {}, "/api/auth"],
    [{ basePath: "/own" }, {}, "/own"],
    [{}, { AUTH_URL: "https://app.test" }, "/api/auth"],
    [{}, { AUTH_URL: "https://app.test/there" }, "/there"],
  ])("with %j and the environment %j has its routes at the right place", (options, env, path) => {
    const engine = createPrepare()({ ...config(), ...options }, { env, basePath: "/api/auth" });
    expect(engine.settings.basePath).toBe(path);
  });
});
