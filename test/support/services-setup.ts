import { once } from "node:events";
import { createServer } from "node:http";
import type { TestProject } from "vitest/node";
import { serviceKinds } from "./services/kinds.js";
import { createLocator } from "./services/locate.js";

declare module "vitest" {
  interface ProvidedContext {
    /** Where test files ask for a service; it is found or started at the first question. */
    serviceLocator: string;
  }
}

/** Vitest runs this once, in its main process, around all test files. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const locator = createLocator();
  const locatorServer = createServer((request, response) => {
    const kind = serviceKinds.find((name) => request.url === `/${name}`);
    const answer =
      kind === undefined
        ? Promise.reject(new Error(`There is no service at ${request.url ?? "/"}.`))
        : locator.locate(kind);
    answer.then(
      (located) => response.end(JSON.stringify(located)),
      (cause: unknown) => response.end(JSON.stringify({ found: false, reason: String(cause) })),
    );
  });
  locatorServer.listen(0, "127.0.0.1");
  await once(locatorServer, "listening");
  const address = locatorServer.address();
  const port = address !== null && typeof address === "object" ? address.port : 0;
  project.provide("serviceLocator", `http://127.0.0.1:${port}`);

  return async () => {
    locatorServer.closeAllConnections();
    locatorServer.close();
    await locator.stopAll();
  };
}
