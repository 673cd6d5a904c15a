import type { IncomingMessage, ServerResponse } from "node:http";
import type { SSRManifest } from "astro";
import { App } from "astro/app";
import { createRequest, writeResponse } from "astro/app/node";
import { serve } from "../../support/express-host.js";
import type { FrameworkHost } from "../suite/host.js";
import { manifestOf } from "./manifest.js";

/** The suite's application on the Astro that is found under this name. */
export function astroHost(name: string): FrameworkHost {
  return {
    name,
    calls: true,
    serve(plan) {
      const manifest = manifestOf(plan);
      if (!isManifest(manifest)) throw new Error("This is no manifest.");
      const app = new App(manifest);
      return serve((req, res) => void answer(app, req, res));
    },
  };
}

/** It is written by hand, and has only what is used. */
function isManifest(value: unknown): value is SSRManifest {
  return typeof value === "object" && value !== null && "routes" in value;
}

async function answer(app: App, req: IncomingMessage, res: ServerResponse): Promise<void> {
  const { allowedDomains = [] } = app.manifest;
  const request = createRequest(req, { allowedDomains });
  await writeResponse(await app.render(request, { addCookieHeader: true }), res);
}
