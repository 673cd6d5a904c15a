import { trace } from "@opentelemetry/api";
import { BasicTracerProvider, type SpanProcessor } from "@opentelemetry/sdk-trace-base";
import { told } from "./told.js";

/** Written down as they end: what exports them later would wait by clocks that tests stop. */
const collector: SpanProcessor = {
  onStart: () => undefined,
  onEnd({ name, attributes, events, status }) {
    told.spans.push(JSON.stringify({ name, attributes, events, status }));
  },
  forceFlush: () => Promise.resolve(),
  shutdown: () => Promise.resolve(),
};

// Once for a process: it can't be replaced.
trace.setGlobalTracerProvider(new BasicTracerProvider({ spanProcessors: [collector] }));
