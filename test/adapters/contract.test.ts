import { describe, expect, test } from "vitest";
import { DuplicateError, isDate } from "../../src/adapters/index.js";
import { adapterCases } from "../../src/adapters/suite/index.js";

describe("isDate [SVC-16]", () => {
  test.each([
    "2026-01-02T03:04:05.678Z",
    "2026-01-02T03:04:05Z",
    "2026-01-02T03:04Z",
    "2026-01-02T03:04:05.1+02:00",
    "2026-01-02T03:04:05.123456-11:30",
  ])("takes %s for a date", (text) => {
    expect(isDate(text)).toBe(true);
  });

  test.each([
    "2026-01-02",
    "2026-01-02T03:04:05",
    "2026-13-02T03:04:05Z",
    "2026-01-02T25:04:05Z",
    "x2026-01-02T03:04:05Z",
    "2026-01-02T03:04:05Z and more",
    "",
    0,
    null,
    undefined,
    new Date(),
  ])("does not take %j for a date", (value) => {
    expect(isDate(value)).toBe(false);
  });
});

test("DuplicateError names its key and table, and no value", () => {
  const cause = new Error("the driver's");
  const error = new DuplicateError("user.email", { cause });
  expect(error).toMatchObject({ name: "DuplicateError", key: "user.email", table: "user", cause });
  expect(new DuplicateError("account").table).toBe("account");
});

describe("the compatibility suite [ADP-7]", () => {
  test("says of each case that can't run which method is missing [ADP-1]", () => {
    const cases = adapterCases({ getUser: () => null });
    const ran = cases.filter(({ skip }) => skip === undefined);
    expect(ran.map(({ name }) => name)).toEqual(["[ADP-2] getUser gives null for an unknown id"]);
    expect(cases[0]?.skip).toBe("The adapter has no createUser");
  });

  test("skips what it is told to, with the reason", () => {
    const [skipped] = adapterCases({}, { except: { "createUser returns": "not yet" } });
    expect(skipped?.skip).toBe("not yet");
  });

  test("fails an adapter that lets a token be used twice", async () => {
    const token = { identifier: "a", token: "b", expires: new Date() };
    const cases = adapterCases({
      createVerificationToken: () => null,
      useVerificationToken: () => token,
    });
    for (const { name, skip, run } of cases) {
      if (skip === undefined) await expect(run(), name).rejects.toThrow("Expected that");
    }
  });
});
