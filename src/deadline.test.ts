import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { Deadline, withDeadline } from "./deadline.js";

const late = () => new Error("late");
const never = () => new Promise<never>(() => undefined);

/** What ends after some steps of the microtask queue, without waiting for anything. */
async function after<T>(steps: number, value: T): Promise<T> {
  for (let step = 0; step < steps; step++) await undefined;
  return value;
}

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

describe.each([
  [
    "withDeadline",
    () =>
      <T>(work: PromiseLike<T>) =>
        withDeadline(work, 100, late),
  ],
  [
    "a Deadline",
    () =>
      <T>(work: PromiseLike<T>) =>
        new Deadline(100).over(work, late),
  ],
  [
    "a Deadline that has waited before",
    () => {
      const deadline = new Deadline(100);
      deadline.over(never(), late).catch(() => undefined);
      return async <T>(work: PromiseLike<T>) => {
        await after(50, 0);
        return deadline.over(work, late);
      };
    },
  ],
])("%s", (_, make) => {
  it("gives what the work gives, and leaves no timer behind", async () => {
    const within = make();
    await expect(within(Promise.resolve(1))).resolves.toBe(1);
    await expect(within(after(200, 2))).resolves.toBe(2);
    await expect(within(Promise.reject(new Error("broken")))).rejects.toThrow("broken");
  });

  it("rejects when the time is over, not before", async () => {
    const ended = vi.fn();
    make()(never()).catch(ended);
    await vi.advanceTimersByTimeAsync(99);
    expect(ended).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1);
    expect(ended).toHaveBeenCalledWith(late());
  });

  it("takes no notice of what comes too late", async () => {
    const work = new Promise((resolve) => setTimeout(resolve, 200));
    const judged = expect(make()(work)).rejects.toThrow("late");
    await vi.advanceTimersByTimeAsync(300);
    await judged;
    expect(vi.getTimerCount()).toBe(0);
  });
});

describe("a Deadline", () => {
  it("sets no timer for work that waits for nothing outside", async () => {
    const deadline = new Deadline(100);
    const set = vi.spyOn(globalThis, "setTimeout");
    expect(await deadline.over(after(20, 1), late)).toBe(1);
    await expect(deadline.over(Promise.reject(new Error("broken")), late)).rejects.toThrow();
    await after(50, 0);
    expect(set).not.toHaveBeenCalled();
  });

  it("sets one at once when it had to wait before", async () => {
    const deadline = new Deadline(100);
    const set = vi.spyOn(globalThis, "setTimeout");
    const first = deadline.over(after(60, 1), late);
    expect(set).not.toHaveBeenCalled();
    expect(await first).toBe(1);
    expect(set).toHaveBeenCalledTimes(1);
    const second = deadline.over(after(1, 2), late);
    expect(set).toHaveBeenCalledTimes(2);
    expect(await second).toBe(2);
    expect(vi.getTimerCount()).toBe(0);
  });
});
