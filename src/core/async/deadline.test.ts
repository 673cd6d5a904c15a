import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { StoreDeadline } from "../config/store-deadline.js";
import { withDeadline } from "./deadline.js";

const late = () => new Error("late");
const never = () => new Promise<never>(() => undefined);
const soon = <T>(value: T) => new Promise<T>((resolve) => setTimeout(() => resolve(value), 10));

/** What ends after some steps of the microtask queue, without waiting for anything. */
async function after<T>(steps: number, value: T): Promise<T> {
  for (let step = 0; step < steps; step++) await undefined;
  return value;
}

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  // First what was put over the timers that stand still, or it would put those back.
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

const fresh =
  () =>
  <T>(work: PromiseLike<T>) =>
    new StoreDeadline(100).over(work, late);

describe.each([
  [
    "withDeadline",
    () =>
      <T>(work: PromiseLike<T>) =>
        withDeadline(work, 100, late),
  ],
  ["the deadline of a store", fresh],
  [
    "the deadline of a store that was waited for before",
    async () => {
      const deadline = new StoreDeadline(100);
      const first = deadline.over(soon(1), late);
      await vi.advanceTimersByTimeAsync(10);
      await first;
      return <T>(work: PromiseLike<T>) => deadline.over(work, late);
    },
  ],
  [
    "the deadline of a store where there is no setImmediate",
    () => {
      vi.stubGlobal("setImmediate", undefined);
      return fresh();
    },
  ],
])("%s", (_, make) => {
  it("gives what the work gives, and leaves no timer behind", async () => {
    const within = await make();
    await expect(within(Promise.resolve(1))).resolves.toBe(1);
    await expect(within(after(200, 2))).resolves.toBe(2);
    await expect(within(Promise.reject(new Error("broken")))).rejects.toThrow("broken");
    expect(vi.getTimerCount()).toBe(0);
  });

  it("waits for what takes a while", async () => {
    const within = await make();
    const work = within(soon(3));
    await vi.advanceTimersByTimeAsync(10);
    expect(await work).toBe(3);
    expect(vi.getTimerCount()).toBe(0);
  });

  it("rejects when the time is over, not before", async () => {
    const within = await make();
    const ended = vi.fn();
    within(never()).catch(ended);
    await vi.advanceTimersByTimeAsync(99);
    expect(ended).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1);
    expect(ended).toHaveBeenCalledWith(late());
  });

  it("takes no notice of what comes too late", async () => {
    const within = await make();
    const work = new Promise((resolve) => setTimeout(resolve, 200));
    const judged = expect(within(work)).rejects.toThrow("late");
    await vi.advanceTimersByTimeAsync(300);
    await judged;
    expect(vi.getTimerCount()).toBe(0);
  });
});

describe("the deadline of a store", () => {
  it("sets no timer for work that waits for nothing outside", async () => {
    const deadline = new StoreDeadline(100);
    const set = vi.spyOn(globalThis, "setTimeout");
    expect(await deadline.over(after(500, 1), late)).toBe(1);
    await expect(deadline.over(Promise.reject(new Error("broken")), late)).rejects.toThrow();
    await vi.advanceTimersByTimeAsync(1);
    expect(set).not.toHaveBeenCalled();
  });

  it("sets one at once when it had to wait before", async () => {
    const deadline = new StoreDeadline(100);
    const [slow, slower] = [soon(1), soon(2)];
    const set = vi.spyOn(globalThis, "setTimeout");
    const first = deadline.over(slow, late);
    expect(set).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1);
    expect(set).toHaveBeenCalledTimes(1);
    const second = deadline.over(slower, late);
    expect(set).toHaveBeenCalledTimes(2);
    await vi.advanceTimersByTimeAsync(9);
    expect(await Promise.all([first, second])).toEqual([1, 2]);
    expect(vi.getTimerCount()).toBe(0);
  });
});
