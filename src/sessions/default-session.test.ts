import { describe, expect, it } from "vitest";
import { defaultSession, publicUser } from "./default-session.js";

describe("the session that the browser sees", () => {
  const expires = "2026-01-01T00:00:00.000Z";

  it("has name, e-mail address and image, and nothing else", () => {
    const user = { id: "1", name: "Ada", email: null, image: "i", role: "admin" };
    const session = { user, expires, more: 1 };
    expect(defaultSession({ session, token: {} })).toEqual({
      user: { name: "Ada", email: null, image: "i" },
      expires,
    });
  });

  it("has nobody in it where nobody is known", () => {
    expect(defaultSession({ session: { expires }, token: {} })).toEqual({ user: {}, expires });
  });

  it("says as text when it ends", () => {
    const user = { id: "1", email: "a@example.org", emailVerified: null };
    const stored = { sessionToken: "t", userId: "1", expires: new Date(expires), user };
    expect(defaultSession({ session: stored, user })).toEqual({
      user: { email: "a@example.org" },
      expires,
    });
  });

  it("tells what is known to be nothing from what is not known", () => {
    expect(publicUser({ name: null, email: undefined, image: null })).toStrictEqual({
      name: null,
      image: null,
    });
    expect(publicUser({})).toStrictEqual({});
  });
});
