import { describe, expect, it } from "vitest";
import { Succession } from "./succession.js";

const expires = new Date(0);
const made = (value: string) => ({ value, expires });
const kept = (value: string) => ({ value, expires, untilClosed: false });

describe("which token took the place of which", () => {
  it("is nothing for one that was not replaced, or is the newest itself", () => {
    const succession = new Succession();
    expect(succession.newest("a")).toBeUndefined();
    succession.replace("a", made("b"));
    expect(succession.newest("b")).toBeUndefined();
    expect(succession.newest("c")).toBeUndefined();
  });

  it("is the newest, for all that came before", () => {
    const succession = new Succession();
    expect(succession.replace("a", made("b"))).toEqual(kept("b"));
    expect(succession.replace("b", { ...made("c"), untilClosed: true })).toEqual({
      ...made("c"),
      untilClosed: true,
    });
    expect(succession.newest("a")?.value).toBe("c");
    expect(succession.newest("b")?.value).toBe("c");
  });

  it("is the one that came first where two are offered, and the last where it is replaced", () => {
    const succession = new Succession();
    expect(succession.offer("a", made("b"))).toEqual(kept("b"));
    expect(succession.offer("a", made("c"))).toEqual(kept("b"));
    expect(succession.newest("c")).toBeUndefined();
    expect(succession.replace("a", made("d"))).toEqual(kept("d"));
    expect(succession.newest("b")?.value).toBe("d");
  });

  it("is remembered of so many tokens, those that were used last", () => {
    const succession = new Succession(4);
    succession.replace("a", made("a2"));
    succession.replace("b", made("b2"));
    expect(succession.newest("a")?.value).toBe("a2");
    succession.replace("a", made("a3"));
    expect(succession.newest("a")?.value).toBe("a3");
    expect(succession.newest("a2")).toBeUndefined();
    expect(succession.newest("b")?.value).toBe("b2");
    succession.replace("c", made("c2"));
    expect(succession.newest("a")?.value).toBe("a3");
    expect(succession.newest("b")).toBeUndefined();
    expect(succession.newest("c")?.value).toBe("c2");
  });

  it("is remembered of a thousand tokens unless told otherwise", () => {
    const succession = new Succession();
    for (let index = 0; index < 500; index++) {
      succession.replace(`old${index}`, made(`new${index}`));
    }
    expect(succession.newest("old0")?.value).toBe("new0");
    succession.replace("one", made("more"));
    expect(succession.newest("old0")).toBeUndefined();
    expect(succession.newest("old1")?.value).toBe("new1");
  });
});

describe("work on one session", () => {
  it("is done one after the other, also after one that failed; on another at once", async () => {
    const succession = new Succession();
    const log: string[] = [];
    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    const first = succession.inTurn("a", async () => {
      log.push("first begins");
      await held;
      log.push("first fails");
      throw new Error("failed");
    });
    const second = succession.inTurn("a", async () => {
      log.push("second");
      return 2;
    });
    await succession.inTurn("b", async () => {
      log.push("another");
    });
    release();
    await expect(first).rejects.toThrow("failed");
    expect(await second).toBe(2);
    expect(log).toEqual(["first begins", "another", "first fails", "second"]);
  });
});
