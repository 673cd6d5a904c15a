import { describe, expect, it } from "vitest";
import { adasForm, world } from "../support/config.js";
import { Visitor } from "../support/visitor.js";
import { astroHost } from "./astro-app/host.js";
import { frameworkSuite } from "./suite/index.js";

const host = astroHost("Astro 7");

await frameworkSuite([host]);

describe("latchkey/astro", () => {
  it("a path in another spelling is as protected", async () => {
    const { config } = world("jwt");
    const headers = { host: "app.test", origin: "http://app.test" };
    const browser = new Visitor(await host.serve({ config }), { headers });
    for (const path of ["/%61ccount", "/account/", "/members/%6fne", "/%2561ccount", "//account"]) {
      expect((await browser.get(path)).text).not.toMatch(/inside|^one$/);
    }
    await browser.signIn(adasForm);
    expect((await browser.get("/%61ccount")).text).toBe("inside");
  });
});
