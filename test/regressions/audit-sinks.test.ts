import { audit, consoleAudit, webhookAudit, type AuditEvent } from "latchkey/plugins/audit";
import { definePlugin, type Plugin } from "latchkey/plugin";
import { expect, it, onTestFinished, vi } from "vitest";
import { location } from "../support/client.js";
import { adasForm, world } from "../support/config.js";

const secret = "a secret of at least thirty-two characters";

/** A plugin that puts into its events what JSON can't hold. */
function odd(more: Record<string, unknown>): Plugin {
  return definePlugin({
    name: "odd",
    create: () => ({
      signIn: {
        started: async (context) => context.tell({ type: "odd.happened", ...more }),
      },
    }),
  });
}

/** A server that takes every message. */
function receiver() {
  const types: string[] = [];
  const fetch = async (_: unknown, init?: RequestInit) => {
    const message: unknown = await new Response(init?.body).json();
    const sent: unknown = Reflect.get(Object(message), "events");
    if (Array.isArray(sent)) types.push(...sent.map(({ type }: AuditEvent) => type));
    return new Response(null, { status: 204 });
  };
  return { types, options: { url: "https://siem.test/", fetch } };
}

const loop: Record<string, unknown> = {};
loop["self"] = loop;

it.each([
  ["a bigint", { amount: 12n }, ["odd.happened", "sign-in.succeeded", "session.started"]],
  ["a loop", { loop }, ["sign-in.succeeded", "session.started"]],
])("webhookAudit goes on after an event with %s", async (_, more, sent) => {
  const { options, types } = receiver();
  const siem = webhookAudit({ ...options, secret });
  const { browser } = world("jwt", { plugins: [audit(siem), odd(more)] });
  expect(location(await browser().signIn(adasForm))).toBe("https://app.test");
  await siem.flush();
  expect(types).toEqual(sent);
  await browser().signIn({ ...adasForm, password: "wrong" });
  await siem.flush();
  expect(types.at(-1)).toBe("sign-in.refused");
  expect(siem.counts()).toMatchObject({ waiting: 0, dropped: 3 - sent.length });
});

it("consoleAudit prints a bigint as a text", async () => {
  const lines: string[] = [];
  const print = vi
    .spyOn(console, "log")
    .mockImplementation((line) => void lines.push(String(line)));
  onTestFinished(() => print.mockRestore());
  const { browser } = world("jwt", { plugins: [audit(consoleAudit()), odd({ amount: 12n })] });
  await browser().signIn(adasForm);
  expect(lines.find((line) => line.includes("odd.happened"))).toContain('"amount":"12"');
});

it("audit: every sink gets every event, and all that fails is logged", async () => {
  const events: AuditEvent[] = [];
  const plugins = [
    audit(
      () => Promise.reject(new Error("disk full")),
      (event) => void events.push(event),
      () => {
        throw new Error("network down");
      },
    ),
  ];
  const { browser, log } = world("jwt", { plugins });
  await browser().signIn(adasForm);
  expect(events.map(({ type }) => type)).toEqual(["sign-in.succeeded", "session.started"]);
  const [error] = log.errors("EventError");
  expect(String(Reflect.get(Object(error?.cause), "err"))).toMatch(/disk full; network down/);
});

it("audit without a sink, or with options in place of one, is a problem of the configuration", async () => {
  // @ts-expect-error Options are no sink.
  for (const plugins of [[audit()], [audit({ console: true })]]) {
    const { browser, log } = world("jwt", { plugins });
    expect((await browser().get("providers")).status).toBe(500);
    expect(log.errors("InvalidConfiguration")[0]?.message).toContain("audit(consoleAudit())");
  }
});
