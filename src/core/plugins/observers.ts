import { withDeadline } from "../../deadline.js";
import { EventError } from "../../errors.js";
import { asError } from "../../thrown.js";
import type { AuditEvent, AuditSink } from "../../types/events.js";
import type { LoggerInstance } from "../../types/logger.js";
import type { Plugins } from "./folded.js";

interface Bounds {
  readonly logger: LoggerInstance;
  /** Milliseconds. */
  readonly timeout: number;
}

/** Everyone who observes events, as one who never throws. Undefined when nobody does. */
export function observers({ observe }: Plugins, bounds: Bounds): AuditSink | undefined {
  if (!observe) return undefined;
  const each = observe.map(({ call }) => apart(call, bounds));
  const [only, ...others] = each;
  if (others.length === 0) return only;
  return async (event) => void (await Promise.all(each.map((one) => one(event))));
}

/** An observer whose failure is logged and reaches nobody else: not the request, nor other observers. */
function apart(observe: AuditSink, { logger, timeout }: Bounds): AuditSink {
  const failed = (error: unknown, { type }: AuditEvent) => {
    const err = asError(error);
    const message = "An observer failed, so that an event may be missing where it keeps them.";
    logger.error("EventError", new EventError(message, { err, event: type }));
  };
  const late = () => new Error(`It did not return within ${timeout} ms.`);
  return (event) => {
    try {
      const written = observe(event);
      if (written === undefined) return undefined;
      return withDeadline(written, timeout, late).catch((error: unknown) => failed(error, event));
    } catch (error) {
      return failed(error, event);
    }
  };
}
