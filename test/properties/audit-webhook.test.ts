import { createServer, type ServerResponse } from "node:http";
import { audit, isSigned, webhookAudit, type AuditEvent } from "latchkey/plugins/audit";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { adasForm, world } from "../support/config.js";
import { addressOf, readText } from "../support/oauth/loopback.js";

/** A sink that remembers. */
function remembering() {
  const events: AuditEvent[] = [];
  return { events, remember: (event: AuditEvent) => void events.push(event) };
}

describe("the webhook of the audit trail", () => {
  const secret = "a secret that the receiver knows: 0123456789";

  /** A server that does as it is told, and what it was sent. */
  async function receiver(answer: (response: ServerResponse) => void) {
    const bodies: { body: string; signature: string | undefined }[] = [];
    const server = createServer((request, response) => {
      void readText(request).then((body) => {
        const signature = request.headers["x-latchkey-signature"];
        bodies.push({ body, signature: typeof signature === "string" ? signature : undefined });
        answer(response);
      });
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    onTestFinished(async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    });
    return { url: addressOf(server), bodies };
  }

  type Sink = (event: AuditEvent) => void;
  const median = (times: readonly number[]) =>
    [...times].sort((one, other) => one - other)[Math.floor(times.length / 2)] ?? 0;

  /** Milliseconds of work that this process has done: what others do meanwhile doesn't count. */
  const worked = () => {
    const { user, system } = process.cpuUsage();
    return (user + system) / 1000;
  };

  /**
   * Milliseconds of work that a sign-in takes with each of these sinks. They take turns, so that what
   * happens beside them, such as the collection of garbage, comes to all of them alike.
   */
  async function compare(sinks: readonly (Sink | undefined)[]) {
    const seats = await Promise.all(
      sinks.map(async (sink) => {
        const ours = world("jwt", { plugins: sink ? [audit(sink)] : [] }).browser();
        await ours.signIn(adasForm);
        return { ours, times: new Array<number>() };
      }),
    );
    for (let round = 0; round < 60; round++) {
      for (const [index] of seats.entries()) {
        const seat = seats[(index + round) % seats.length];
        const csrfToken = await seat?.ours.csrfToken();
        const start = worked();
        await seat?.ours.post("callback/credentials", { ...adasForm, csrfToken: csrfToken ?? "" });
        seat?.times.push(worked() - start);
      }
    }
    return seats.map(({ times }) => ({ median: median(times), worst: Math.max(...times) }));
  }

  it("is signed, and tells every event once", async () => {
    const { url, bodies } = await receiver((response) => response.end());
    const siem = webhookAudit({ url, secret });
    const { events, remember } = remembering();
    await world("jwt", { plugins: [audit(remember, siem)] })
      .browser()
      .signIn(adasForm);
    await siem.flush();
    const sent = bodies.flatMap(({ body }) => eventsIn(body));
    expect(sent).toEqual(events);
    for (const { body, signature } of bodies) {
      expect(await isSigned({ body, signature, secret })).toBe(true);
      expect(await isSigned({ body: `${body} `, signature, secret })).toBe(false);
      expect(await isSigned({ body, signature, secret: `${secret}x` })).toBe(false);
      expect(await isSigned({ body, signature: signature?.replace("t=", "t=1"), secret })).toBe(
        false,
      );
    }
    expect(siem.counts()).toEqual({ waiting: 0, sent: events.length, dropped: 0 });
  });

  it("that fails at first is tried again, and loses nothing", async () => {
    let failures = 3;
    const { url } = await receiver((response) => {
      response.statusCode = failures-- > 0 ? 503 : 204;
      response.end();
    });
    const siem = webhookAudit({ url, secret, pause: 5 });
    await world("jwt", { plugins: [audit(siem)] })
      .browser()
      .signIn(adasForm);
    await siem.flush();
    expect(siem.counts()).toEqual({ waiting: 0, sent: 2, dropped: 0 });
  });

  it("that is down, slow or full delays no sign-in by more than 5 ms, in the middle or at worst", async () => {
    // Who waited for this one would wait for a minute.
    const slow = await receiver(() => undefined);
    const sinks = () => [
      undefined,
      webhookAudit({ url: "http://127.0.0.1:9/", secret }),
      webhookAudit({ url: "http://127.0.0.1:9/", secret, retries: 0 }),
      webhookAudit({ url: slow.url, secret, timeout: 60_000 }),
      webhookAudit({ url: slow.url, secret, queue: 3, timeout: 60_000 }),
    ];
    const figures = ["median", "worst"] as const;
    // What holds once holds: what disturbs one sign-in of many doesn't do so three times in a row.
    let late: string[] | undefined;
    for (let attempt = 0; attempt < 3 && late?.length !== 0; attempt++) {
      const [without, ...all] = await compare(sinks());
      const found = all.flatMap((one, index) =>
        figures
          .filter((figure) => !(one[figure] <= (without?.[figure] ?? 0) + 5))
          .map((figure) => `${figure} with sink ${index}`),
      );
      late = late?.filter((figure) => found.includes(figure)) ?? found;
    }
    expect(late).toEqual([]);
  });

  it("that is full drops the oldest, no more than it must, and counts every one", async () => {
    const held: ServerResponse[] = [];
    const { url, bodies } = await receiver((response) => void held.push(response));
    const [queue, batch] = [5, 4];
    const siem = webhookAudit({ url, secret, queue, batch, timeout: 60_000 });
    const { events, remember } = remembering();
    const ours = world("jwt", { plugins: [audit(remember, siem)] }).browser();
    await ours.signIn(adasForm);
    await vi.waitFor(() => {
      expect(bodies).toHaveLength(1);
    }, 10_000);
    for (let time = 0; time < 15; time++) await ours.signIn(adasForm);
    const underWay = eventsIn(bodies[0]?.body ?? "").length;
    const { waiting, dropped, sent } = siem.counts();
    expect([waiting, sent]).toEqual([queue, 0]);
    expect(waiting + dropped + underWay).toBe(events.length);
    const answering = setInterval(() => held.splice(0).forEach((response) => response.end()), 5);
    await siem.flush();
    clearInterval(answering);
    const arrived = bodies.flatMap(({ body }) => eventsIn(body));
    expect(siem.counts()).toEqual({ waiting: 0, sent: arrived.length, dropped });
    expect(arrived).toEqual([...events.slice(0, underWay), ...events.slice(-queue)]);
    expect(bodies.at(-1)?.body).toContain(`"dropped":${dropped}`);
  });

  it("refuses a secret that could be guessed", () => {
    expect(() => webhookAudit({ url: "https://siem.test", secret: "short" })).toThrow(
      "32 characters",
    );
  });
});

function eventsIn(body: string): unknown[] {
  const message: unknown = JSON.parse(body);
  const events: unknown = Reflect.get(Object(message), "events");
  return Array.isArray(events) ? events : [];
}
