import { isLoopbackHost } from "../../core/http/loopback.js";
import type { AuditEvent } from "../../types/events.js";
import type { Finding } from "../../types/finding.js";
import { toJson } from "./json.js";
import { sign } from "./signature.js";

export interface WebhookAuditOptions {
  url: string | URL;
  /** Signs the messages: a random string of at least 32 characters that the receiver has, too. */
  secret: string;
  /**
   * Most events that can wait. If there are more, the oldest are dropped and counted. @default 1000
   */
  queue?: number | undefined;
  /** Most events in one message. @default 50 */
  batch?: number | undefined;
  /**
   * How often a message is retried before it is given up, and its events count as dropped. @default
   * 8
   */
  retries?: number | undefined;
  /** Milliseconds to the first retry. It doubles each time, up to a minute. @default 1000 */
  pause?: number | undefined;
  /** Milliseconds that a message may take. @default 10000 */
  timeout?: number | undefined;
  /** Sends the messages. @default the global `fetch` */
  fetch?: typeof globalThis.fetch | undefined;
}

export interface WebhookCounts {
  readonly waiting: number;
  readonly sent: number;
  readonly dropped: number;
}

/** A sink with counters of what was sent and dropped. */
export interface WebhookAudit {
  (event: AuditEvent): void;
  /** Resolves when no event is waiting. Await it before the process exits. */
  flush(): Promise<void>;
  counts(): WebhookCounts;
  /** The sink's weaknesses, for the plugin `audit`. */
  examine(): readonly Finding[];
}

const shortestSecret = 32;
const longestPause = 60_000;

/**
 * Sends events to another server, several in one signed message `{ events, dropped }`: verify it
 * with `isSigned`. It never delays a response: events wait in a bounded queue and are retried.
 *
 * ```ts
 * const siem = webhookAudit({
 *   url: "https://siem.example.com/latchkey",
 *   secret: process.env.AUDIT_SECRET ?? "",
 * });
 * ```
 */
export function webhookAudit(options: WebhookAuditOptions): WebhookAudit {
  const { secret, queue: bound = 1000, batch = 50, retries = 8, pause = 1000 } = options;
  const url = new URL(options.url);
  if (secret.length < shortestSecret) {
    throw new TypeError(`The webhook's \`secret\` needs at least ${shortestSecret} characters.`);
  }
  /** As JSON. */
  const waiting: string[] = [];
  const counts = { sent: 0, dropped: 0 };
  let running: Promise<void> | undefined;

  const drain = async (): Promise<void> => {
    while (waiting.length > 0) {
      const events = waiting.splice(0, batch);
      const body = `{"events":[${events.join(",")}],"dropped":${counts.dropped}}`;
      const isSent = await withRetries({ retries, pause }, () => post(url, body, options));
      counts[isSent ? "sent" : "dropped"] += events.length;
    }
    running = undefined;
  };
  /**
   * Runs in a task of its own, so that no sign-in waits for the work before the first byte is sent.
   */
  const start = () => (running ??= new Promise<void>((wake) => setTimeout(wake, 0)).then(drain));

  const sink = (event: AuditEvent): void => {
    try {
      waiting.push(toJson(event));
    } catch (error) {
      // An event that JSON can't hold mustn't hold back the others.
      counts.dropped += 1;
      throw error;
    }
    if (waiting.length > bound) {
      waiting.shift();
      counts.dropped += 1;
    }
    void start();
  };
  return Object.assign(sink, {
    async flush() {
      while (running) await running;
    },
    counts: () => ({ ...counts, waiting: waiting.length }),
    examine: () => (url.protocol === "http:" && !isLoopbackHost(url.host) ? [unencrypted] : []),
  });
}

const unencrypted: Finding = {
  level: "warning",
  code: "weak-webhook",
  about: "audit",
  message: "`webhookAudit` sends events over http: others can read who signs in, and when.",
  cure: "Use an https URL.",
};

async function withRetries(
  { retries, pause }: { retries: number; pause: number },
  send: () => Promise<boolean>,
): Promise<boolean> {
  for (let time = 0; time <= retries; time++) {
    if (await send()) return true;
    if (time === retries) break;
    const wait = Math.min(pause * 2 ** time, longestPause);
    await new Promise((wake) => setTimeout(wake, wait));
  }
  return false;
}

/** Sends a message; returns whether it was accepted. The rest of the response is ignored. */
async function post(
  url: URL,
  body: string,
  { secret, timeout = 10_000, fetch: send = globalThis.fetch }: WebhookAuditOptions,
): Promise<boolean> {
  try {
    const headers = {
      "content-type": "application/json",
      "x-latchkey-signature": await sign(body, secret, Date.now()),
    };
    const signal = AbortSignal.timeout(timeout);
    const response = await send(url, { method: "POST", headers, body, signal, redirect: "error" });
    await response.body?.cancel();
    return response.ok;
  } catch {
    return false;
  }
}
