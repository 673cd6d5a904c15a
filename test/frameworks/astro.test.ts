import type { IncomingMessage, ServerResponse } from "node:http";
import type { SSRManifest } from "astro";
import { App } from "astro/app";
import { createRequest, writeResponse } from "astro/app/node";
import { describe, expect, it } from "vitest";
import { adasForm, world } from "../support/config.js";
import { serve } from "../support/express-host.js";
import { Visitor } from "../support/visitor.js";
import { manifestOf } from "./astro-app/manifest.js";
import type { FrameworkHost } from "./suite/host.js";
import { frameworkSuite } from "./suite/index.js";

/** It is written by hand, and has only what is used. */
function isManifest(value: unknown): value is SSRManifest {
  return typeof value === "object" && value !== null && "routes" in value;
}

async function answer(app: App, req: IncomingMessage, res: ServerResponse): Promise<void> {
  const { allowedDomains = [] } = app.manifest;
  const request = createRequest(req, { allowedDomains });
  await writeResponse(await app.render(request, { addCookieHeader: true }), res);
}

const host: FrameworkHost = {
  name: "Astro 7",
  calls: true,
  serve(plan) {
    const manifest = manifestOf(plan);
    if (!isManifest(manifest)) throw new Error("This is no manifest.");
    const app = new App(manifest);
    return serve((req, res) => void answer(app, req, res));
  },
};

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
