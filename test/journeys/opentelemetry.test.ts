import { context, metrics, trace } from "@opentelemetry/api";
import { AsyncLocalStorageContextManager } from "@opentelemetry/context-async-hooks";
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
import { telemetry } from "latchkey/plugins/telemetry";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { adasForm, world } from "../support/config.js";
import { oidc, signIn } from "../support/oauth/journey.js";
import { RogueProvider } from "../support/oauth/rogue.js";

const spans = new InMemorySpanExporter();
const counted = new InMemoryMetricExporter(AggregationTemporality.CUMULATIVE);
const reader = new PeriodicExportingMetricReader({
  exporter: counted,
  exportIntervalMillis: 3_600_000,
});
let rogue: RogueProvider;

beforeAll(async () => {
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
  trace.setGlobalTracerProvider(
    new BasicTracerProvider({ spanProcessors: [new SimpleSpanProcessor(spans)] }),
  );
  metrics.setGlobalMeterProvider(new MeterProvider({ readers: [reader] }));
  rogue = await RogueProvider.start();
});
afterAll(async () => {
  await reader.shutdown();
  await rogue.stop();
});
beforeEach(() => {
  spans.reset();
  rogue.reset();
});

describe("OpenTelemetry", () => {
  it("a request is a span, and the calls to provider and store are spans in it", async () => {
    const { adapter } = world("database");
    const plugins = [telemetry()];
    const shop = world("database", { adapter, plugins, providers: [oidc(rogue)] });
    await signIn(shop.browser(), rogue);
    const done = spans.getFinishedSpans();
    const callback = done.find(({ name }) => name === "GET /auth/callback/{provider}");
    expect(callback?.attributes).toMatchObject({
      "http.request.method": "GET",
      "http.route": "/auth/callback/{provider}",
      "http.response.status_code": 302,
      "latchkey.provider": "rogue",
    });
    const inside = done.filter(
      ({ parentSpanContext }) => parentSpanContext?.spanId === callback?.spanContext().spanId,
    );
    const names = inside.map(({ name }) => name);
    expect(names).toContain("POST");
    expect(names).toContain("store createSession");
    const token = inside.find(({ name }) => name === "POST");
    expect(token?.attributes["url.full"]).toBe(`${rogue.issuer}/token`);
  });

  it("counts what happened, with the reason of a refusal", async () => {
    const ours = world("jwt", { plugins: [telemetry()] }).browser();
    await ours.signIn({ ...adasForm, password: "wrong" });
    await ours.signIn(adasForm);
    await reader.forceFlush();
    const all =
      counted
        .getMetrics()
        .at(-1)
        ?.scopeMetrics.flatMap((scope) => scope.metrics) ?? [];
    const points = all
      .filter(({ descriptor }) => descriptor.name === "latchkey.events")
      .flatMap(({ dataPoints }) => dataPoints.map(({ attributes }) => attributes));
    expect(points).toContainEqual({
      "latchkey.event": "sign-in.refused",
      "latchkey.provider": "credentials",
      "error.type": "CredentialsSignin",
    });
    expect(all.map(({ descriptor }) => descriptor.name)).toContain("latchkey.request.duration");
  });

  it("tells nothing of codes, tokens, cookies, addresses or people", async () => {
    const { adapter } = world("database");
    const plugins = [telemetry()];
    const shop = world("database", { adapter, plugins, providers: [oidc(rogue)] });
    const ours = shop.browser();
    await signIn(ours, rogue);
    rogue.idToken = { claims: { aud: "somebody else" } };
    await signIn(ours, rogue);
    await ours.get("no/such/canary-address?code=canary-code");
    const told = JSON.stringify(
      spans.getFinishedSpans().map(({ name, attributes, events, status }) => ({
        name,
        attributes,
        events,
        status,
      })),
    );
    const forms = rogue.hits.flatMap(({ form }) => [form.get("code"), form.get("code_verifier")]);
    const cookies = ours.cookieNames().map((name) => ours.cookie(name));
    for (const canary of [...forms, ...cookies, "canary", "pat@example.org", "secret-1"]) {
      if (canary) expect(told).not.toContain(canary);
    }
  });
});
