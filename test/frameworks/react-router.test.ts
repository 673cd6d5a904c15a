import { getRequestListener } from "@hono/node-server";
import { createRequestListener } from "@react-router/node";
import type { ServerBuild } from "react-router";
import { createRequestHandler, type ServerBuild as ServerBuild7 } from "react-router7";
import { describe, expect, it } from "vitest";
import { ada, adasForm, world } from "../support/config.js";
import { serve } from "../support/express-host.js";
import { Visitor } from "../support/visitor.js";
import { buildOf } from "./react-router-app/build.js";
import type { FrameworkHost } from "./suite/host.js";
import { frameworkSuite } from "./suite/index.js";

/** It is written by hand, and typed by neither version. */
function isBuild<Build>(value: unknown): value is Build {
  return typeof value === "object" && value !== null && "routes" in value;
}

const version8: FrameworkHost = {
  name: "React Router 8",
  calls: true,
  tellsPeer: false,
  serve(plan) {
    const build = buildOf(plan, {});
    if (!isBuild<ServerBuild>(build)) throw new Error("This is no build.");
    return serve(createRequestListener({ build }));
  },
};

const version7: FrameworkHost = {
  name: "React Router 7",
  calls: true,
  tellsPeer: false,
  serve(plan) {
    const build = buildOf(plan, { v8_middleware: true });
    if (!isBuild<ServerBuild7>(build)) throw new Error("This is no build.");
    const handle = createRequestHandler(build);
    const listener = getRequestListener((request) => handle(request));
    return serve((...exchange) => void listener(...exchange));
  },
};

await frameworkSuite([version8, version7]);

describe("latchkey/react-router", () => {
  const html = { accept: "text/html" };

  async function visit(): Promise<Visitor> {
    const config = world("jwt", { session: { strategy: "jwt", updateAge: 0 } }).config;
    const origin = await version8.serve({ config });
    return new Visitor(origin, { headers: { host: "app.test", origin: "http://app.test" } });
  }

  it("a page knows the session, and its response renews the cookie", async () => {
    const browser = await visit();
    await browser.signIn(adasForm);
    const page = await browser.send({ path: "/page", headers: html });
    expect(page.text).toContain(`Hello ${ada.name}`);
    expect(page.setCookies).toHaveLength(1);
  });

  it("the data of a protected page is protected, too, and the client loads the sign-in page", async () => {
    const browser = await visit();
    const refused = await browser.get("/page.data");
    expect(refused.status).toBe(202);
    expect(refused.text).toContain("http://app.test/auth/signin?callbackUrl=");
    expect(refused.text).toContain(`"reload",true`);
    await browser.signIn(adasForm);
    const answer = await browser.get("/page.data");
    expect([answer.status, answer.text.includes(ada.name)]).toEqual([200, true]);
    expect(answer.setCookies).toHaveLength(1);
  });

  it("a path in another spelling is as protected", async () => {
    const browser = await visit();
    for (const path of ["/%61ccount", "/account/", "/ACCOUNT", "/members/%6fne"]) {
      expect((await browser.get(path)).text).not.toMatch(/inside|^one$/);
    }
  });
});
