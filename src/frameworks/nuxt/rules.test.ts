import { describe, expect, it } from "vitest";
import { guardedBy } from "./rules.js";

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
    expect(guardedBy(rules)([path])).toEqual(closed ? {} : null);
  });

  it("let guests in, unless another spelling of the path is for users alone", () => {
    const guardOf = guardedBy({ ...rules, "/members/cart": { requireUser: { guests: true } } });
    expect(guardOf(["/members/cart"])).toEqual({ guests: true });
    expect(guardOf(["/members/cart", "/members/one"])).toEqual({});
    const { requireUser: odd } = { requireUser: { guests: "yes" } };
    expect(guardedBy({ "/odd": { requireUser: odd } })(["/odd"])).toEqual({ guests: false });
  });

  it("close everything, the first page too", () => {
    const guardOf = guardedBy({ "/**": { requireUser: true } });
    expect(["/", "/a", "/a/b"].map((path) => guardOf([path]))).toEqual([{}, {}, {}]);
  });

  it("close a place where one of its paths is closed", () => {
    const guardOf = guardedBy(rules);
    expect(guardOf(["/members/../open", "/open"])).toEqual({});
    expect(guardOf(["/open/../account", "/account"])).toEqual({});
  });

  it("are written without the base of the application", () => {
    const guardOf = guardedBy(rules, "/shop/");
    expect(guardOf(["/shop/account"])).toEqual({});
    expect(guardOf(["/shop/%61ccount"])).toEqual({});
    expect(guardOf(["/shop/open"])).toBeNull();
  });
});
