import { describe, expect, it } from "vitest";
import { readSignInOptions, readParams } from "./sign-in-options.js";

describe("what a call asks for", () => {
  it("is texts, as a form would bring them, whatever a body parser made of them", () => {
    const { fields, redirectTo } = readSignInOptions({
      username: "ada",
      password: { $ne: "" },
      age: 36,
      remember: true,
      tags: ["a", 1],
      nothing: null,
      redirectTo: "/account",
    });
    expect(redirectTo).toBe("/account");
    expect(fields).toEqual({
      username: "ada",
      password: '{"$ne":""}',
      age: "36",
      remember: "true",
      tags: ["a", "1"],
    });
  });

  it("is read from a form alike, without its files", () => {
    const form = new FormData();
    for (const [name, value] of [
      ["a", "1"],
      ["b", "2"],
      ["b", "3"],
      ["callbackUrl", "/there"],
    ] as const) {
      form.append(name, value);
    }
    form.append("file", new Blob(["x"]), "x.txt");
    expect(readSignInOptions(form)).toEqual({
      redirectTo: "/there",
      fields: { a: "1", b: ["2", "3"] },
    });
  });

  it("takes no target that is no text, and no parameter that protects the sign-in", () => {
    expect(readSignInOptions({ redirectTo: 1 }).redirectTo).toBeUndefined();
    expect(() => readParams({ state: "mine" })).toThrow("state");
    expect(readParams({ prompt: "login" }).toString()).toBe("prompt=login");
  });
});
