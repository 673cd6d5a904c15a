import { describe, expect, it } from "vitest";
import { KeyedLock } from "./lock.js";

const pause = (milliseconds: number) =>
  new Promise<void>((resolve) => setTimeout(resolve, milliseconds));

describe("work that is done one after the other", () => {
  const runner = () => {
    const order: string[] = [];
    const serialiser = new KeyedLock();
    const work = (name: string, keys: string[], milliseconds = 5) =>
      serialiser.run(keys, async () => {
        order.push(`${name} begins`);
        await pause(milliseconds);
        order.push(`${name} ends`);
        return name;
      });
    return { order, work, serialiser };
  };

  it("waits for work with any of the same keys", async () => {
    const { order, work } = runner();
    const results = await Promise.all([work("a", ["x", "y"]), work("b", ["y"]), work("c", ["y"])]);
    expect(results).toEqual(["a", "b", "c"]);
    for (const [index, line] of order.entries()) {
      if (line.endsWith("begins")) expect(order[index + 1]).toBe(line.replace("begins", "ends"));
    }
  });

  it("a key that is named twice is taken once", async () => {
    expect(await runner().work("a", ["x", "x"])).toBe("a");
  });

  it("runs work with other keys, or none, side by side", async () => {
    const { order, work } = runner();
    await Promise.all([work("a", ["x"]), work("b", ["y"]), work("c", [])]);
    expect(order.slice(0, 3).sort()).toEqual(["a begins", "b begins", "c begins"]);
  });

  it("goes on after work that failed", async () => {
    const { work, serialiser } = runner();
    const failing = serialiser.run(["x"], () => Promise.reject(new Error("no")));
    const next = work("a", ["x"]);
    await expect(failing).rejects.toThrow("no");
    expect(await next).toBe("a");
  });

  it("work that comes while others wait is done after them", async () => {
    const { order, work } = runner();
    const first = work("a", ["x"]);
    const second = work("b", ["x"], 20);
    await first;
    await pause(1);
    await Promise.all([second, work("c", ["x"])]);
    expect(order).toEqual(["a begins", "a ends", "b begins", "b ends", "c begins", "c ends"]);
  });

  it("two that want the same keys in a different order do not wait for each other for ever", async () => {
    const { work } = runner();
    const both = Promise.all([work("a", ["x", "y"]), work("b", ["y", "x"])]);
    const result = await Promise.race([both, pause(500).then(() => "stuck")]);
    expect(result).toEqual(["a", "b"]);
  });
});
