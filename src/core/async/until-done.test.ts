import { expect, it, vi } from "vitest";
import { untilDone } from "./until-done.js";

it("work is done once, by whoever asks first", async () => {
  const work = vi.fn(() => Promise.resolve({}));
  const get = untilDone(work);
  expect(work).not.toHaveBeenCalled();
  const [first, second] = await Promise.all([get(), get()]);
  expect([first, await get()]).toEqual([second, second]);
  expect(work).toHaveBeenCalledTimes(1);
});

it("work that failed is done again, by the next who asks", async () => {
  const work = vi.fn(() => Promise.resolve("done"));
  work.mockRejectedValueOnce(new Error("down"));
  const get = untilDone(work);
  const asked = [get(), get()];
  expect(await Promise.allSettled(asked)).toMatchObject([
    { status: "rejected" },
    { status: "rejected" },
  ]);
  expect(await get()).toBe("done");
  expect(work).toHaveBeenCalledTimes(2);
});
