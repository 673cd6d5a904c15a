import { describe, expect, it } from "vitest";
import { closedBy } from "./rules.js";

const rules = {
  "/account": { requireUser: true },
  "/Members/**": { requireUser: true },
  "/members/open/**": { requireUser: false },
  "/teams/:id/board": { requireUser: true },
  "/teams/*/door": { requireUser: true },
  "/teams/7/door": { requireUser: false },
  "/cached/**": { swr: true },
  "/odd": null,
};

describe("route rules", () => {
  it.each([
    ["/account", true],
    ["/account/", true],
    ["/ACCOUNT", true],
    ["/%61ccount", true],
    ["//account", true],
    ["/account/_payload.json", true],
    ["/account/more", false],
    ["/accounts", false],
    ["/members", true],
    ["/members/one/two", true],
    ["/members%2Fone", true],
    ["/members//one", true],
    ["/members/open", false],
    ["/members/open/house", false],
    ["/membership", false],
    ["/teams/1/board", true],
    ["/teams/board", false],
    ["/teams/1/door", true],
    ["/teams/7/door", false],
    ["/cached/page", false],
    ["/odd", false],
    ["/%zz", false],
    ["/", false],
  ])("close %s: %s", (path, closed) => {
    expect(closedBy(rules)([path])).toBe(closed);
  });

  it("close everything, the first page too", () => {
    const isClosed = closedBy({ "/**": { requireUser: true } });
    expect(["/", "/a", "/a/b"].map((path) => isClosed([path]))).toEqual([true, true, true]);
  });

  it("close a place where one of its paths is closed", () => {
    const isClosed = closedBy(rules);
    expect(isClosed(["/members/../open", "/open"])).toBe(true);
    expect(isClosed(["/open/../account", "/account"])).toBe(true);
  });

  it("are written without the base of the application", () => {
    const isClosed = closedBy(rules, "/shop/");
    expect(isClosed(["/shop/account"])).toBe(true);
    expect(isClosed(["/shop/%61ccount"])).toBe(true);
    expect(isClosed(["/shop/open"])).toBe(false);
  });
});
