import { describe, expect, it } from "vitest";
import type { SignInCallbackParams } from "../../types/callbacks.js";
import { AccessDenied, CredentialsSignin } from "../errors/errors.js";
import { runSignInCallback } from "./sign-in-callback.js";

const params: SignInCallbackParams = {
  user: { id: "1" },
  account: { provider: "idp", providerAccountId: "7", type: "oauth" },
};
const pass = (signIn: (given: SignInCallbackParams) => unknown) =>
  runSignInCallback(
    {
      // @ts-expect-error An application without types may answer anything.
      callbacks: { signIn },
      resolveRedirect: (target) => Promise.resolve(`judged ${String(target)}`),
    },
    params,
  );

describe("the question whether somebody may sign in", () => {
  it("is asked with what is known, and true lets them", async () => {
    const asked: unknown[] = [];
    const answer = await pass((given) => {
      asked.push(given);
      return true;
    });
    expect(answer).toBeNull();
    expect(asked).toEqual([params]);
    expect(await pass(() => Promise.resolve(true))).toBeNull();
  });

  it("sends them elsewhere for a text, where the redirect callback agrees", async () => {
    expect(await pass(() => "/welcome")).toEqual({ kind: "redirect", to: "judged /welcome" });
  });

  it.each([false, "", null, undefined, 0])("refuses them for %j", async (answer) => {
    await expect(pass(() => answer)).rejects.toThrow(AccessDenied);
    await expect(pass(() => Promise.resolve(answer))).rejects.toThrow("refused this sign-in");
  });

  it("says where the callback returned nothing, which is easily a mistake", async () => {
    const said = "The `signIn` callback refused this sign-in";
    await expect(pass(() => undefined)).rejects.toThrow(`${said}: it returned nothing.`);
    await expect(pass(() => false)).rejects.toThrow(new RegExp(`${said}\\.$`));
  });

  it("refuses them where the callback fails, with its error as the cause", async () => {
    const error = new Error("the list of members can't be reached");
    const refused = pass(() => Promise.reject(error));
    await expect(refused).rejects.toMatchObject({
      type: "AccessDenied",
      cause: { err: error, reason: "callback-threw" },
    });
    await expect(refused).rejects.toThrow(error.message);
  });

  it("lets errors of the library pass as they are", async () => {
    const error = new CredentialsSignin("second factor");
    const thrown = pass(() => {
      throw error;
    });
    await expect(thrown).rejects.toBe(error);
  });
});
