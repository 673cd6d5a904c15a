import { afterAll, expect } from "vitest";

/**
 * Whatever people do in test/journeys: when a file is done, nothing that was logged, written to an audit
 * trail or told as a span may hold a secret that was in use, nor the address of a person where it isn't
 * marked as such. Every configuration of these files has an audit trail and telemetry for that.
 */
const { testPath = "" } = expect.getState();
if (testPath.includes("/test/journeys/")) await begin();

async function begin(): Promise<void> {
  const { forgetTold, told, watchConsole } = await import("./told.js");
  const { secrets, watchFetch } = await import("./secrets.js");
  const { leaks } = await import("./leaks.js");
  // It collects its spans itself, and looks at them.
  if (!testPath.includes("opentelemetry")) await import("./spans.js");
  forgetTold();
  secrets.clear();
  told.on = true;
  const ends = [watchConsole(), watchFetch()];
  afterAll(() => {
    for (const end of ends) end();
    told.on = false;
    expect(leaks()).toEqual([]);
  });
}
