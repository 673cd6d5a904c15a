import type { AuditEvent, AuditSink } from "../../types/events.js";
import type { LoggerInstance } from "../../types/logger.js";
import { withDeadline } from "../async/deadline.js";
import { asError } from "../errors/as-error.js";
import { EventError } from "../errors/errors.js";
import type { Plugins } from "./folded.js";

interface Bounds {
  readonly logger: LoggerInstance;
  /** Milliseconds. */
  readonly timeout: number;
}

/** Combines all observers into one that never throws. Undefined if there are none. */
export function observers({ observe }: Plugins, bounds: Bounds): AuditSink | undefined {
  if (!observe) return undefined;
  const each = observe.map(({ call }) => apart(call, bounds));
  const [only, ...others] = each;
  if (others.length === 0) return only;
  return async (event) => void (await Promise.all(each.map((one) => one(event))));
}

/** An observer whose failure is logged and affects neither the request nor other observers. */
function apart(observe: AuditSink, { logger, timeout }: Bounds): AuditSink {
  const failed = (error: unknown, { type }: AuditEvent) => {
    const err = asError(error);
    const message = "An observer failed, so an event may be missing from its log.";
    logger.error("EventError", new EventError(message, { err, event: type }));
  };
  const late = () => new Error(`It didn't return within ${timeout} ms.`);
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
