import { describe, expect, it } from "vitest";
import { HashQueue, type QueuedHash } from "./hash-queue.js";

/** Starts works that end when they are told to, and notes how many run at a time. */
function crowd(queue: HashQueue) {
  const [ends, results]: [(() => void)[], Promise<unknown>[]] = [[], []];
  let most = 0;
  const enter = (turn: QueuedHash) => {
    const work = () => {
      const done = new Promise<void>((end) => ends.push(end));
      most = Math.max(most, ends.length);
      return done;
    };
    results.push(
      queue.take(turn, work).then(
        () => "served",
        () => "refused",
      ),
    );
  };
  /** Ends one after another until nobody waits. */
  const serve = async () => {
    await Promise.resolve();
    for (let end = ends.shift(); end; end = ends.shift()) {
      end();
      await new Promise(setImmediate);
    }
    return Promise.all(results);
  };
  return { enter, serve, most: () => most };
}

describe("the queue of those whose password is hashed", () => {
  it("serves a hundred at once, and never more than it may at a time", async () => {
    const { enter, serve, most } = crowd(new HashQueue(3));
    for (let client = 0; client < 100; client++) enter({ client: `client ${client}` });
    expect(new Set(await serve())).toEqual(new Set(["served"]));
    expect(most()).toBe(3);
  });

  it("holds a hundred, of whom the last to be served is refused", async () => {
    const { enter, serve } = crowd(new HashQueue(1));
    for (let client = 0; client < 150; client++) enter({ client: `client ${client}` });
    const results = await serve();
    expect(results.filter((result) => result === "served")).toHaveLength(101);
    expect(results.at(-1)).toBe("refused");
  });

  it("keeps a place for those who sign in where they have before, one for each client", async () => {
    const { enter, serve } = crowd(new HashQueue(1));
    for (let client = 0; client < 101; client++) enter({ client: `client ${client}` });
    enter({ client: "at home", isKnown: true });
    enter({ client: "at home", isKnown: true });
    const results = await serve();
    expect(results.slice(-2)).toEqual(["served", "refused"]);
    expect(results.slice(0, -2).filter((result) => result === "refused")).toHaveLength(1);
  });

  it("keeps one client from filling it", async () => {
    const { enter, serve } = crowd(new HashQueue(1));
    for (let call = 0; call < 90; call++) enter({ client: "a flood" });
    enter({ client: "somebody" });
    const results = await serve();
    expect(results.filter((result) => result === "refused")).toHaveLength(64);
    expect(results.at(-1)).toBe("served");
  });
});
