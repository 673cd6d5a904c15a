import { describe, expect, it } from "vitest";
import { ReplacedTokens } from "./replaced-tokens.js";

const expires = new Date(0);
const made = (value: string) => ({ value, expires });
const kept = (value: string) => ({ value, expires, untilClosed: false });

describe("which token took the place of which", () => {
  it("is nothing for one that was not replaced, or is the newest itself", () => {
    const replaced = new ReplacedTokens();
    expect(replaced.newest("a")).toBeUndefined();
    replaced.replace("a", made("b"));
    expect(replaced.newest("b")).toBeUndefined();
    expect(replaced.newest("c")).toBeUndefined();
  });

  it("is the newest, for all that came before", () => {
    const replaced = new ReplacedTokens();
    expect(replaced.replace("a", made("b"))).toEqual(kept("b"));
    expect(replaced.replace("b", { ...made("c"), untilClosed: true })).toEqual({
      ...made("c"),
      untilClosed: true,
    });
    expect(replaced.newest("a")?.value).toBe("c");
    expect(replaced.newest("b")?.value).toBe("c");
  });

  it("is the one that came first where two are offered, and the last where it is replaced", () => {
    const replaced = new ReplacedTokens();
    expect(replaced.offer("a", made("b"))).toEqual(kept("b"));
    expect(replaced.offer("a", made("c"))).toEqual(kept("b"));
    expect(replaced.newest("c")).toBeUndefined();
    expect(replaced.replace("a", made("d"))).toEqual(kept("d"));
    expect(replaced.newest("b")?.value).toBe("d");
  });

  it("is remembered of so many tokens, those that were used last", () => {
    const replaced = new ReplacedTokens(4);
    replaced.replace("a", made("a2"));
    replaced.replace("b", made("b2"));
    expect(replaced.newest("a")?.value).toBe("a2");
    replaced.replace("a", made("a3"));
    expect(replaced.newest("a")?.value).toBe("a3");
    expect(replaced.newest("a2")).toBeUndefined();
    expect(replaced.newest("b")?.value).toBe("b2");
    replaced.replace("c", made("c2"));
    expect(replaced.newest("a")?.value).toBe("a3");
    expect(replaced.newest("b")).toBeUndefined();
    expect(replaced.newest("c")?.value).toBe("c2");
  });

  it("is remembered of a thousand tokens unless told otherwise", () => {
    const replaced = new ReplacedTokens();
    for (let index = 0; index < 500; index++) {
      replaced.replace(`old${index}`, made(`new${index}`));
    }
    expect(replaced.newest("old0")?.value).toBe("new0");
    replaced.replace("one", made("more"));
    expect(replaced.newest("old0")).toBeUndefined();
    expect(replaced.newest("old1")?.value).toBe("new1");
  });
});

describe("work on one session", () => {
  it("is done one after the other, also after one that failed; on another at once", async () => {
    const replaced = new ReplacedTokens();
    const log: string[] = [];
    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    const first = replaced.inTurn("a", async () => {
      log.push("first begins");
      await held;
      log.push("first fails");
      throw new Error("failed");
    });
    const second = replaced.inTurn("a", async () => {
      log.push("second");
      return 2;
    });
    await replaced.inTurn("b", async () => {
      log.push("another");
    });
    release();
    await expect(first).rejects.toThrow("failed");
    expect(await second).toBe(2);
    expect(log).toEqual(["first begins", "another", "first fails", "second"]);
  });
});
