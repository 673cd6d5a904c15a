import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { callbackUser, ownSession, publicSession, publicUser } from "./default-session.js";

describe("the session that the browser sees", () => {
  const expires = new Date("2026-01-01T00:00:00.000Z");

  it("has name, e-mail address and image, and nothing else", () => {
    const user = { id: "1", name: "Ada", email: null, image: "i", role: "admin" };
    expect(publicSession(user, expires)).toStrictEqual({
      user: { name: "Ada", email: null, image: "i" },
      expires: "2026-01-01T00:00:00.000Z",
    });
  });

  it("has nobody in it where nobody is known", () => {
    expect(publicSession({}, expires).user).toStrictEqual({});
  });

  it("says as text when it ends, as dates do themselves", () => {
    fc.assert(
      fc.property(fc.date({ noInvalidDate: true }), (date) => {
        expect(publicSession({}, date).expires).toBe(date.toISOString());
      }),
    );
    for (const text of ["0999-12-31T23:59:59.999Z", "1000-01-01T00:00:00.000Z"]) {
      expect(publicSession({}, new Date(text)).expires).toBe(text);
    }
    for (const time of [9, 10, 99, 100, 253402300799999, 253402300800000]) {
      expect(publicSession({}, new Date(time)).expires).toBe(new Date(time).toISOString());
    }
    expect(() => publicSession({}, new Date(NaN))).toThrow(RangeError);
  });

  it("tells what is known to be nothing from what is not known", () => {
    expect(publicUser({ name: null, email: undefined, image: null })).toStrictEqual({
      name: null,
      image: null,
    });
  });
});

describe("the session that the application sees", () => {
  const expires = new Date("2026-01-01T00:00:00.000Z");
  const text = "2026-01-01T00:00:00.000Z";

  it.each([
    ["1", "1"],
    [1, "1"],
    [1n, "1"],
  ])("says whose it is: %s", (id, told) => {
    expect(ownSession({ name: "Ada" }, { id, expires })).toStrictEqual({
      user: { id: told, name: "Ada" },
      expires: text,
    });
  });

  it.each([undefined, null, {}, true])("says nothing where %s is no id", (id) => {
    const session = ownSession({ name: "Ada" }, { id, expires });
    expect(session).toStrictEqual({ user: { name: "Ada" }, expires: text });
  });
});

describe("the user that the `session` callback finds", () => {
  it("has what is known of them, and nothing else of the row", () => {
    const row = { id: "1", email: "a@b.test", emailVerified: null, password: "hash" };
    expect(callbackUser(row)).toStrictEqual({ id: "1", email: "a@b.test", emailVerified: null });
    const since = new Date(0);
    const known = { ...row, name: null, image: "i", emailVerified: since };
    expect(callbackUser(known)).toStrictEqual({
      id: "1",
      email: "a@b.test",
      emailVerified: since,
      name: null,
      image: "i",
    });
  });
});
