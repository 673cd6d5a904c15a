import { once } from "node:events";
import { createServer } from "node:http";
import type { TestProject } from "vitest/node";
import { serviceKinds } from "./services/kinds.js";
import { createLocator } from "./services/locate.js";

declare module "vitest" {
  interface ProvidedContext {
    /** Where test files ask for a service; it is found or started at the first question. */
    serviceDesk: string;
  }
}

/** Vitest runs this once, in its main process, around all test files. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const locator = createLocator();
  const desk = createServer((request, response) => {
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
  desk.listen(0, "127.0.0.1");
  await once(desk, "listening");
  const address = desk.address();
  const port = address !== null && typeof address === "object" ? address.port : 0;
  project.provide("serviceDesk", `http://127.0.0.1:${port}`);

  return async () => {
    desk.closeAllConnections();
    desk.close();
    await locator.stopAll();
  };
}
