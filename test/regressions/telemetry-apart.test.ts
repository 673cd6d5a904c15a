import { metrics, trace, type TracerProvider } from "@opentelemetry/api";
import {
  AggregationTemporality,
  InMemoryMetricExporter,
  MeterProvider,
  PeriodicExportingMetricReader,
} from "@opentelemetry/sdk-metrics";
import {
  BasicTracerProvider,
  InMemorySpanExporter,
  SimpleSpanProcessor,
} from "@opentelemetry/sdk-trace-base";
import { definePlugin, type Measure } from "latchkey/plugin";
import { audit, type AuditEvent } from "latchkey/plugins/audit";
import { telemetry } from "latchkey/plugins/telemetry";
import { twoFactor } from "latchkey/plugins/two-factor";
import { afterEach, describe, expect, it, onTestFinished } from "vitest";
import { location } from "../support/client.js";
import { adasForm, world } from "../support/config.js";

afterEach(() => {
  trace.disable();
  metrics.disable();
});

/** An SDK in which everything that can throw does. */
const broken: TracerProvider = {
  getTracer: () => {
    throw new Error("exporter out of order");
  },
};

const spanless: TracerProvider = {
  getTracer: () => {
    const tracer = new BasicTracerProvider({
      spanProcessors: [
        {
          onStart: () => undefined,
          onEnd() {
            throw new Error("exporter out of order");
          },
          forceFlush: () => Promise.resolve(),
          shutdown: () => Promise.resolve(),
        },
      ],
    });
    return tracer.getTracer("broken");
  },
};

describe("an exporter that throws", () => {
  it.each([
    ["when a tracer is made", broken],
    ["when a span ends", spanless],
  ])("%s affects neither sign-ins nor the audit trail", async (_, provider) => {
    trace.setGlobalTracerProvider(provider);
    const events: AuditEvent[] = [];
    const plugins = [telemetry(), audit((event) => void events.push(event))];
    const { browser, log } = world("database", { plugins });
    const ours = browser();
    expect(location(await ours.signIn(adasForm))).toBe("https://app.test");
    expect(await ours.session()).toMatchObject({ user: { name: "Ada" } });
    expect(events.map(({ type }) => type)).toEqual(["sign-in.succeeded", "session.started"]);
    const told = log.errors("EventError").map(({ message }) => message);
    expect(told.filter((message) => message.includes("failed to measure"))).toHaveLength(1);
  });

  const odd: readonly (readonly [string, Measure])[] = [
    ["never settles", () => new Promise(() => undefined)],
    ["begins too late", async (_, work) => Promise.resolve().then(work)],
    ["works twice", async (_, work) => work().then(work)],
    ["rejects at the end", async (_, work) => work().then(() => Promise.reject(new Error("full")))],
  ];
  it.each(odd)("one that %s changes nothing", async (_, measure) => {
    const plugin = definePlugin({ name: "odd", create: () => ({ measure }) });
    const { browser, store } = world("database", { plugins: [plugin] });
    const ours = browser();
    expect(location(await ours.signIn(adasForm))).toBe("https://app.test");
    expect(store.sessions.size).toBe(1);
    expect(await ours.session()).not.toBeNull();
  });
});

describe("what a client can choose", () => {
  it("is in no attribute of a metric, nor in the name of a span", async () => {
    const spans = new InMemorySpanExporter();
    trace.setGlobalTracerProvider(
      new BasicTracerProvider({ spanProcessors: [new SimpleSpanProcessor(spans)] }),
    );
    const counted = new InMemoryMetricExporter(AggregationTemporality.CUMULATIVE);
    const reader = new PeriodicExportingMetricReader({
      exporter: counted,
      exportIntervalMillis: 3_600_000,
    });
    onTestFinished(() => reader.shutdown());
    metrics.setGlobalMeterProvider(new MeterProvider({ readers: [reader] }));
    const { browser } = world("database", { plugins: [telemetry(), twoFactor()] });
    const ours = browser();
    for (const route of ["callback", "signin", "password", "account", "assets", "second-step"]) {
      await ours.get(`${route}/canary`);
      await ours.submit(`${route}/canary`);
    }
    await ours.get("canary");
    await ours.get("second-step/set-up");
    await ours.signIn(adasForm);
    await reader.forceFlush();
    const points = counted
      .getMetrics()
      .flatMap(({ scopeMetrics }) => scopeMetrics.flatMap((scope) => scope.metrics))
      .flatMap(({ dataPoints }) => dataPoints.map(({ attributes }) => attributes));
    const names = spans.getFinishedSpans().map(({ name, attributes }) => ({ name, attributes }));
    expect(points.length).toBeGreaterThan(5);
    expect(JSON.stringify([points, names])).not.toContain("canary");
    const routes = points.map((attributes) => attributes["http.route"]);
    expect(routes).toContain("/auth/callback/{provider}");
    expect(routes).toContain("/auth/second-step/set-up");
    expect(routes).toContain("/auth/password/{act}");
    const providers = new Set(points.map((attributes) => attributes["latchkey.provider"]));
    expect(providers).toEqual(new Set([undefined, "credentials"]));
  });
});
