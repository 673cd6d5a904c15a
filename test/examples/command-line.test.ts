import { describe, expect, it } from "vitest";
import { AppAuthError, createAppAuth, type DeviceCode } from "latchkey/client/app";
import { app } from "../../examples/command-line/server.js";
import { signIn } from "../../examples/command-line/sign-in.js";
import { textMember } from "../support/client.js";
import { answerApp } from "../support/dev-person.js";
import { serve } from "../support/express-host.js";
import { Visitor } from "../support/visitor.js";

/** Where an app keeps its tokens. */
function storage() {
  const kept: { text: string | null } = { text: null };
  return {
    kept,
    get: () => kept.text,
    set: (text: string) => void (kept.text = text),
    remove: () => void (kept.text = null),
  };
}

const pathOf = (address: string | URL | undefined): string => {
  const { pathname, search } = new URL(address ?? "about:blank", "http://localhost");
  return pathname + search;
};

/** A program that signs in at a server that listens. */
async function program(answer = "yes") {
  const origin = (await serve(app)).replace("127.0.0.1", "localhost");
  const own = storage();
  const opened = (url: string): void => {
    answerApp(origin, url, answer).then(
      (back) => fetch(back),
      () => undefined,
    );
  };
  const url = `${origin}/auth`;
  return { origin, url, own, signedIn: signIn({ url, storage: own, open: opened }) };
}

describe("the command line", () => {
  it("signs in through the browser, calls the API, and signs out", async () => {
    const { origin, own, signedIn } = await program();
    const auth = await signedIn;
    const answer = await auth.fetch(`${origin}/api/me`);
    expect(answer.status).toBe(200);
    expect(textMember(await answer.json(), "name")).toMatch(/\w/);
    const session = await auth.session();
    expect(session?.user).toBeDefined();
    const before = own.kept.text;
    await auth.signOut();
    expect(own.kept.text).toBeNull();
    expect((await auth.fetch(`${origin}/api/me`)).status).toBe(401);
    // What was copied before doesn't work any more, either.
    own.set(before ?? "");
    expect((await auth.fetch(`${origin}/api/me`)).status).toBe(401);
  });

  it("signs in where there is no browser, with a code that is typed elsewhere", async () => {
    const [own, origin] = [storage(), (await serve(app)).replace("127.0.0.1", "localhost")];
    const url = `${origin}/auth`;
    const auth = createAppAuth({ url, clientId: "acme-cli", storage: own });
    let signedIn = Promise.resolve();
    const shown = await new Promise<DeviceCode>((resolve, reject) => {
      signedIn = auth.signInWithDevice(resolve);
      signedIn.catch(reject);
    });
    const { userCode: user_code, verificationUri } = shown;
    const visitor = new Visitor(origin);
    await visitor.get(pathOf(verificationUri));
    const begun = await visitor.submit("signin/dev", { callbackUrl: verificationUri });
    const people = new URL(begun.headers.location ?? "");
    const page = await visitor.get(pathOf(people));
    const [, person = ""] = /href="([^"]+)"/.exec(page.text) ?? [];
    const chosen = await visitor.get(pathOf(new URL(person.replaceAll("&amp;", "&"), people)));
    await visitor.get(pathOf(chosen.headers.location));
    const asked = await visitor.submit("bearer/device", { user_code });
    const [, request = ""] = /name="request" value="([^"]+)"/.exec(asked.text) ?? [];
    await visitor.submit("bearer/device-answer", { request, answer: "yes" });
    await signedIn;
    expect((await auth.fetch(`${origin}/api/me`)).status).toBe(200);
  }, 20_000);

  it("says so when the user cancels", async () => {
    const { signedIn } = await program("no");
    await expect(signedIn).rejects.toMatchObject({ code: "access_denied" });
  });

  it("refreshes once, however many requests need it", async () => {
    const { origin, own, signedIn, url } = await program();
    await signedIn;
    const kept: unknown = JSON.parse(own.kept.text ?? "");
    own.set(JSON.stringify({ ...Object(kept), until: 0 }));
    const redirectUri = "http://127.0.0.1/signed-in";
    // A keychain answers when it likes.
    const delays = [50, 1, 30, 5, 20];
    const get = async () => {
      const text = own.get();
      await new Promise((resolve) => setTimeout(resolve, delays.shift() ?? 1));
      return text;
    };
    const slow = { ...own, get };
    const auth = createAppAuth({ url, clientId: "acme-cli", redirectUri, storage: slow });
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => auth.fetch(`${origin}/api/me`)),
    );
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
  });

  it("takes no answer that it hasn't asked for", async () => {
    const { url, own } = await program();
    const redirectUri = "http://127.0.0.1/signed-in";
    const auth = createAppAuth({ url, clientId: "acme-cli", redirectUri, storage: own });
    const begun = new URL(await auth.signInUrl());
    const state = begun.searchParams.get("state") ?? "";
    for (const query of [
      { code: "a", state: "other", iss: url },
      { code: "a", state, iss: "https://evil.test/auth" },
      { code: "a" },
    ]) {
      const address = `${redirectUri}?${new URLSearchParams(query).toString()}`;
      await expect(auth.finish(address)).rejects.toThrow(AppAuthError);
    }
    expect(await auth.accessToken()).toBeNull();
  });
});
