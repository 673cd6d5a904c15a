import { EventError } from "../../errors.js";
import { asError } from "../../thrown.js";
import type { LoggerInstance } from "../../types/logger.js";
import type { Measure } from "../../types/measure.js";
import type { Plugins } from "./folded.js";

/** All who measure, as one who can't affect what is measured. Undefined when nobody does. */
export function measurer({ measure }: Plugins, logger: LoggerInstance): Measure | undefined {
  if (!measure) return undefined;
  const all = measure.map(({ call, plugin }) => apart(call, failure(plugin.name, logger)));
  return all.reduce((outer, inner): Measure => {
    return (span, work) => outer(span, () => inner(span, work));
  });
}

/** The result is the work's own, whatever the measurer throws, returns or waits for. */
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

/** Logged once: it would be repeated with every call. */
function failure(plugin: string, logger: LoggerInstance): (error: unknown) => void {
  const told: { once?: true } = {};
  return (error) => {
    if (told.once) return;
    told.once = true;
    const message = `The plugin ${JSON.stringify(plugin)} failed to measure something. Nothing else is affected. This is logged once.`;
    logger.error("EventError", new EventError(message, { err: asError(error) }));
  };
}
