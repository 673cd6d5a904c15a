import { isLoopbackHost } from "../../http/loopback.js";
import type { AuditEvent } from "../../types/events.js";
import type { Finding } from "../../types/finding.js";
import { toJson } from "./json.js";
import { sign } from "./signature.js";

export interface WebhookAuditOptions {
  url: string | URL;
  /** What messages are signed with: a random text of at least 32 characters that the receiver knows. */
  secret: string;
  /** Events that wait at most; when there are more, the oldest are dropped, and counted. @default 1000 */
  queue?: number | undefined;
  /** Events in one message. @default 50 */
  batch?: number | undefined;
  /** How often a message is sent again before it is given up, and its events count as dropped. @default 8 */
  retries?: number | undefined;
  /** Milliseconds to the first retry; it doubles each time, to at most a minute. @default 1000 */
  pause?: number | undefined;
  /** Milliseconds a message may take. @default 10000 */
  timeout?: number | undefined;
  /** @default the global one */
  fetch?: typeof globalThis.fetch | undefined;
}

export interface WebhookCounts {
  readonly waiting: number;
  readonly sent: number;
  readonly dropped: number;
}

/** A sink, with what becomes of its events. */
export interface WebhookAudit {
  (event: AuditEvent): void;
  /** Resolves when nothing waits any more: for the end of a process. */
  flush(): Promise<void>;
  counts(): WebhookCounts;
  /** What is weak about it, for the plugin `audit`. */
  examine(): readonly Finding[];
}

const shortestSecret = 32;
const longestPause = 60_000;

/**
 * Sends events to another server, several in a message `{ events, dropped }`, signed: see `isSigned`. It
 * returns at once and delays nobody: what can't be sent waits, to a bound, and is sent again.
 *
 * ```ts
 * const siem = webhookAudit({ url: "https://siem.example.com/latchkey", secret: process.env.AUDIT_SECRET ?? "" });
 * ```
 */
export function webhookAudit(options: WebhookAuditOptions): WebhookAudit {
  const { secret, queue: bound = 1000, batch = 50, retries = 8, pause = 1000 } = options;
  const url = new URL(options.url);
  if (secret.length < shortestSecret) {
    throw new TypeError(`The secret of the webhook needs at least ${shortestSecret} characters.`);
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
  /** A task of its own, so that no sign-in waits for what comes before the first byte is sent. */
  const start = () => (running ??= new Promise<void>((wake) => setTimeout(wake, 0)).then(drain));

  const sink = (event: AuditEvent): void => {
    try {
      waiting.push(toJson(event));
    } catch (error) {
      // One that JSON can't hold at all must not keep back the others.
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

/** Whether it was taken. What the other server says beside that is of no interest. */
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
