import { describe, expect, it } from "vitest";
import { withDeadline } from "./deadline.js";

const late = () => new Error("late");

describe("a deadline", () => {
  it("gives what comes in time, and leaves no timer behind", async () => {
    const before = process.getActiveResourcesInfo().filter((name) => name === "Timeout").length;
    expect(await withDeadline(Promise.resolve(7), 60_000, late)).toBe(7);
    const after = process.getActiveResourcesInfo().filter((name) => name === "Timeout").length;
    expect(after).toBe(before);
  });

  it("passes on what fails in time", async () => {
    await expect(withDeadline(Promise.reject(new Error("no")), 1000, late)).rejects.toThrow("no");
  });

  it("rejects when nothing comes", async () => {
    await expect(withDeadline(new Promise(() => undefined), 5, late)).rejects.toThrow("late");
  });
});
