import { describe, expect, it } from "vitest";
import { isUniqueConflict } from "./unique-conflict.js";

const error = (members: object) => Object.assign(new Error("refused"), members);
/** Within so many others. */
const within = (depth: number, inner: unknown): unknown =>
  depth === 0 ? inner : new Error("outer", { cause: within(depth - 1, inner) });

describe("a lost race", () => {
  it.each([
    ...["23505", "P2002", "ER_DUP_ENTRY", 1062, 11000],
    ...["SQLITE_CONSTRAINT", "SQLITE_CONSTRAINT_UNIQUE", "SQLITE_CONSTRAINT_PRIMARYKEY"],
  ])("is what databases say by code %s", (code) => {
    expect(isUniqueConflict(error({ code }))).toBe(true);
    expect(isUniqueConflict(error({ code: "outer", errno: code }))).toBe(true);
  });

  it.each([
    "DuplicateKeyError",
    "UniqueConstraintViolation",
    "ConflictException",
    "ConditionalCheckFailedException",
  ])("is what they say by name %s", (name) => {
    expect(isUniqueConflict(error({ name }))).toBe(true);
  });

  it.each([
    error({}),
    error({ code: "23503" }),
    error({ code: "1062" }),
    error({ errno: 1061 }),
    error({ name: "TimeoutError" }),
    error({ name: ["Duplicate"] }),
    "23505",
    null,
    undefined,
    1062,
  ])("is not %s", (fault) => {
    expect(isUniqueConflict(fault)).toBe(false);
  });

  it("is found within errors of others, and of ours", () => {
    expect(isUniqueConflict(within(1, error({ code: "23505" })))).toBe(true);
    expect(isUniqueConflict(error({ cause: { err: error({ code: "P2002" }) } }))).toBe(true);
    expect(isUniqueConflict(error({ cause: { err: "P2002", code: "P2002" } }))).toBe(true);
    expect(isUniqueConflict(error({ cause: { err: error({}), code: "P2002" } }))).toBe(false);
    expect(isUniqueConflict(error({ cause: "P2002" }))).toBe(false);
  });

  it("is looked for eight deep, and not for ever", () => {
    expect(isUniqueConflict(within(7, error({ code: 1062 })))).toBe(true);
    expect(isUniqueConflict(within(8, error({ code: 1062 })))).toBe(false);
    const circle: { cause?: unknown } = {};
    circle.cause = circle;
    expect(isUniqueConflict(circle)).toBe(false);
  });
});
