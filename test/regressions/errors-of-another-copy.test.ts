import { AuthError, CredentialsSignin, RateLimited, SignInError } from "latchkey/errors";
import { expect, it, vi } from "vitest";

it("an error is an instance of its classes in every copy of the library", async () => {
  vi.resetModules();
  const other = await import("latchkey/errors");
  expect(other.CredentialsSignin).not.toBe(CredentialsSignin);
  class Locked extends other.CredentialsSignin {}
  for (const error of [new other.CredentialsSignin("no"), new Locked("no")]) {
    expect(error).toBeInstanceOf(CredentialsSignin);
    expect(error).toBeInstanceOf(SignInError);
    expect(error).toBeInstanceOf(AuthError);
    expect(error).not.toBeInstanceOf(RateLimited);
  }
  expect(new other.CredentialsSignin("no")).not.toBeInstanceOf(Locked);
  expect(new Error("no")).not.toBeInstanceOf(AuthError);
  expect(JSON.stringify(new other.RateLimited("no"))).not.toContain("latchkey.error-types");
});
