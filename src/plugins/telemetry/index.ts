import { metrics, SpanKind, SpanStatusCode, trace } from "@opentelemetry/api";
import { definePlugin } from "../../core/engine/define-plugin.js";
import type { Plugin } from "../../core/plugin.js";
import type { AuditEvent } from "../../types/events.js";
import type { Span } from "../../types/measure.js";

const name = "latchkey";

/**
 * Adds OpenTelemetry spans and metrics: a span for each request to a route, with child spans for
 * calls to providers and the store; `latchkey.request.duration`, and `latchkey.events`, which
 * counts events. They contain no codes, tokens, cookies or personal data, and no metric has an
 * attribute that a client can choose.
 *
 * ```ts
 * const config: AuthConfig = { providers, plugins: [telemetry()] };
 * ```
 */
export function telemetry(): Plugin<"telemetry"> {
  const instruments = onFirstUse(makeInstruments);
  return definePlugin({
    name: "telemetry",
    create: () => ({
      measure: (span, work) => measure(instruments(), span, work),
      observe: (event) => count(instruments(), event),
    }),
  });
}

/** Created on first use, because an SDK may be registered after the configuration is made. */
function makeInstruments() {
  const meter = metrics.getMeter(name);
  return {
    tracer: trace.getTracer(name),
    duration: meter.createHistogram("latchkey.request.duration", {
      unit: "s",
      description: "Duration of requests to Latchkey's routes.",
    }),
    events: meter.createCounter("latchkey.events", {
      unit: "{event}",
      description: "Events of accounts and sessions.",
    }),
  };
}

type Instruments = ReturnType<typeof makeInstruments>;

function onFirstUse<T>(make: () => T): () => T {
  const made: T[] = [];
  return () => {
    const [known = make()] = made;
    if (made.length === 0) made.push(known);
    return known;
  };
}

async function measure<T>(
  { tracer, duration }: Instruments,
  { of, name: title, attributes }: Span,
  work: () => Promise<T>,
): Promise<T> {
  const start = performance.now();
  const options = { kind: of === "request" ? SpanKind.INTERNAL : SpanKind.CLIENT, attributes };
  return tracer.startActiveSpan(title, options, async (span) => {
    try {
      const result = await work();
      if (of === "request" && result instanceof Response) {
        const { status } = result;
        span.setAttribute("http.response.status_code", status);
        if (status >= 500) span.setStatus({ code: SpanStatusCode.ERROR });
        const seconds = (performance.now() - start) / 1000;
        duration.record(seconds, { ...attributes, "http.response.status_code": status });
      }
      return result;
    } catch (error) {
      // An error's message may contain personal data; its name doesn't.
      span.setAttribute("error.type", error instanceof Error ? error.name : "_OTHER");
      span.setStatus({ code: SpanStatusCode.ERROR });
      throw error;
    } finally {
      span.end();
    }
  });
}

function count({ events }: Instruments, { type, provider, reason }: AuditEvent): void {
  events.add(1, {
    "latchkey.event": type,
    ...(provider !== undefined && { "latchkey.provider": provider }),
    ...(reason !== undefined && { "error.type": reason }),
  });
}
