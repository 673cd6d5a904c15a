import {
  metrics,
  SpanKind,
  SpanStatusCode,
  trace,
  type Attributes,
  type Span,
} from "@opentelemetry/api";
import type { CallFacts, RequestFacts, Telemetry } from "../types/telemetry.js";

export type { CallFacts, RequestFacts, Telemetry } from "../types/telemetry.js";

const name = "latchkey";

/**
 * Spans and metrics for OpenTelemetry: a span for each request to a route of the library, with those of
 * its calls to providers and to the store in it; `latchkey.request.duration`, and `latchkey.events`, which
 * counts what the audit trail tells. They hold no codes, tokens, cookies or addresses of people.
 *
 * ```ts
 * const config: AuthConfig = { providers, telemetry: openTelemetry() };
 * ```
 */
export function openTelemetry(): Telemetry {
  const tracer = trace.getTracer(name);
  const meter = metrics.getMeter(name);
  const duration = meter.createHistogram("latchkey.request.duration", {
    unit: "s",
    description: "How long requests to the routes of Latchkey take.",
  });
  const events = meter.createCounter("latchkey.events", {
    unit: "{event}",
    description: "What happened to accounts and sessions.",
  });
  return {
    request(facts, work) {
      const attributes = requestAttributes(facts);
      const start = performance.now();
      const options = { kind: SpanKind.INTERNAL, attributes };
      return tracer.startActiveSpan(`${facts.method} ${facts.route}`, options, (span) =>
        ended(span, async () => {
          const response = await work();
          const { status } = response;
          span.setAttribute("http.response.status_code", status);
          if (status >= 500) span.setStatus({ code: SpanStatusCode.ERROR });
          const seconds = (performance.now() - start) / 1000;
          duration.record(seconds, { ...attributes, "http.response.status_code": status });
          return response;
        }),
      );
    },
    call(facts, work) {
      const { title, attributes } = callAttributes(facts);
      const options = { kind: SpanKind.CLIENT, attributes };
      return tracer.startActiveSpan(title, options, (span) => ended(span, work));
    },
    event(event) {
      events.add(1, {
        "latchkey.event": event.type,
        ...(event.provider !== undefined && { "latchkey.provider": event.provider }),
        ...("reason" in event && { "error.type": event.reason }),
      });
    },
  };
}

/** The message of an error may hold what is nobody's business; its name does not. */
async function ended<T>(span: Span, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    span.setAttribute("error.type", error instanceof Error ? error.name : "_OTHER");
    span.setStatus({ code: SpanStatusCode.ERROR });
    throw error;
  } finally {
    span.end();
  }
}

function requestAttributes({ method, route, provider }: RequestFacts): Attributes {
  return {
    "http.request.method": method,
    "http.route": route,
    ...(provider !== undefined && { "latchkey.provider": provider }),
  };
}

function callAttributes(facts: CallFacts): { title: string; attributes: Attributes } {
  if (facts.to === "store") {
    return { title: `store ${facts.method}`, attributes: { "db.operation.name": facts.method } };
  }
  const { method, url } = facts;
  const attributes = {
    "http.request.method": method,
    "server.address": url.hostname,
    // The query may hold anything.
    "url.full": url.origin + url.pathname,
  };
  return { title: method, attributes };
}
