import { definePlugin } from "../../core/engine/define-plugin.js";
import { asError } from "../../core/errors/as-error.js";
import { InvalidConfiguration } from "../../core/errors/errors.js";
import type { Plugin } from "../../core/plugin.js";
import type { AuditSink } from "../../types/events.js";
import type { Finding } from "../../types/finding.js";

/**
 * Keeps an audit trail. Every sink gets every event, even if another sink fails. A sink is a
 * function of your own, or one of this module.
 *
 * ```ts
 * const config: AuthConfig = {
 *   providers,
 *   plugins: [audit(consoleAudit(), webhookAudit({ url, secret }))],
 * };
 * ```
 */
export function audit(...sinks: readonly AuditSink[]): Plugin<"audit"> {
  return definePlugin({
    name: "audit",
    create() {
      assertSinks(sinks);
      const [only, ...others] = sinks;
      return {
        observe: only && others.length === 0 ? only : (event) => writeAll(sinks, event),
        examine: () => Promise.resolve(sinks.flatMap(findingsOf)),
      };
    },
  });
}

/** A sink that reports its own weaknesses. */
interface Examinable {
  examine(): readonly Finding[];
}

function findingsOf(sink: AuditSink): readonly Finding[] {
  return isExaminable(sink) ? sink.examine() : [];
}

const isExaminable = (sink: object): sink is Examinable =>
  "examine" in sink && typeof sink.examine === "function";

function assertSinks(sinks: readonly unknown[]): void {
  const odd = sinks.find((sink) => typeof sink !== "function");
  if (sinks.length > 0 && odd === undefined) return;
  throw new InvalidConfiguration(
    "`audit(…)` takes one or more functions, such as `audit(consoleAudit())` or `audit((event) => …)`.",
  );
}

async function writeAll(
  sinks: readonly AuditSink[],
  event: Parameters<AuditSink>[0],
): Promise<void> {
  const results = await Promise.allSettled(sinks.map(async (sink) => sink(event)));
  const errors = results.flatMap((one) => (one.status === "rejected" ? [asError(one.reason)] : []));
  const [first, ...others] = errors;
  if (!first) return;
  if (others.length === 0) throw first;
  throw new AggregateError(errors, errors.map(({ message }) => message).join("; "));
}
