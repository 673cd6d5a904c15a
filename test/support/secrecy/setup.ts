import type { SpanProcessor } from "@opentelemetry/sdk-trace-base";
import { afterAll, expect } from "vitest";

/**
 * Whatever people do in test/journeys: when a file is done, nothing that was logged, written to an audit
 * trail or told as a span may hold a secret that was in use, nor the address of a person where it is not
 * marked as such. Every configuration of these files has an audit trail and telemetry for that.
 */
const { testPath = "" } = expect.getState();
if (testPath.includes("/test/journeys/")) await begin();

async function begin(): Promise<void> {
  const { told, watchConsole } = await import("./told.js");
  const { watchFetch } = await import("./secrets.js");
  const { leaks } = await import("./leaks.js");
  told.on = true;
  watchConsole();
  watchFetch();
  // It collects its spans itself, and looks at them.
  const spans = testPath.includes("opentelemetry") ? () => [] : await collectSpans();
  afterAll(() => {
    expect(leaks(spans())).toEqual([]);
  });
}

/** Written down as they end: what exports them later would wait by clocks that tests stop. */
async function collectSpans(): Promise<() => string[]> {
  const { trace } = await import("@opentelemetry/api");
  const { BasicTracerProvider } = await import("@opentelemetry/sdk-trace-base");
  const spans: string[] = [];
  const collector: SpanProcessor = {
    onStart: () => undefined,
    onEnd({ name, attributes, events, status }) {
      spans.push(JSON.stringify({ name, attributes, events, status }));
    },
    forceFlush: () => Promise.resolve(),
    shutdown: () => Promise.resolve(),
  };
  trace.setGlobalTracerProvider(new BasicTracerProvider({ spanProcessors: [collector] }));
  return () => spans;
}
