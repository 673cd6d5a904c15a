import type { LoggerInstance } from "../../types/logger.js";
import type { Measure } from "../../types/measure.js";
import { asError } from "../errors/as-error.js";
import { EventError } from "../errors/errors.js";
import type { Plugins } from "./folded.js";

/** Combines all measurers into one that can't affect the measured work. Undefined if there are none. */
export function measurer({ measure }: Plugins, logger: LoggerInstance): Measure | undefined {
  if (!measure) return undefined;
  const all = measure.map(({ call, plugin }) => apart(call, failure(plugin.name, logger)));
  return all.reduce((outer, inner): Measure => {
    return (span, work) => outer(span, () => inner(span, work));
  });
}

/** Returns the result of the work, whatever the measurer throws, returns or waits for. */
function apart(measure: Measure, failed: (error: unknown) => void): Measure {
  return (span, work) => {
    const begun: ReturnType<typeof work>[] = [];
    const workOnce = () => {
      const [running = work()] = begun;
      if (begun.length === 0) begun.push(running);
      return running;
    };
    const unlessOwn = (error: unknown) =>
      workOnce().then(
        () => failed(error),
        (own: unknown) => {
          if (own !== error) failed(error);
        },
      );
    try {
      void Promise.resolve(measure(span, workOnce)).catch(unlessOwn);
    } catch (error) {
      failed(error);
    }
    return workOnce();
  };
}

/** Logged once, because it would be repeated at every call. */
function failure(plugin: string, logger: LoggerInstance): (error: unknown) => void {
  const told: { once?: true } = {};
  return (error) => {
    if (told.once) return;
    told.once = true;
    const message = `The plugin ${JSON.stringify(plugin)} failed to measure a call. Requests aren't affected. This is logged once.`;
    logger.error("EventError", new EventError(message, { err: asError(error) }));
  };
}
