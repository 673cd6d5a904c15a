import { redirectTo, type Outcome } from "../../../http/outcome.js";
import { methodNotAllowed } from "../../../http/problem.js";
import { actionUrl, withQuery } from "../../../http/urls.js";
import {
  keepRecord,
  takeAnswered,
  type FlowRecord,
  type ResponseFields,
} from "../authorize/record.js";
import type { Run } from "../provider/run.js";

/** An answer with the record of the sign-in that it finishes, which is used up. */
export interface Answered {
  readonly record: FlowRecord;
  readonly fields: ResponseFields;
}

const flowParam = "flow";

/**
 * Sends the browser once more to the same address, by GET, with which it sends all its cookies. The
 * answer waits meanwhile in the record's cookie: sealed, for this browser alone, good for one use.
 */
export async function hopHome(run: Run, { record, fields }: Answered): Promise<Outcome> {
  await keepRecord(run, { ...record, answer: fields });
  const { provider, context } = run;
  const callback = actionUrl(context.site, "callback", provider.id);
  return redirectTo(withQuery(callback, { [flowParam]: record.id }));
}

/** The answer that was posted before the hop. A GET without one is a mistake. */
export async function landed(run: Run): Promise<Answered> {
  const id = run.context.query.text(flowParam);
  if (id === undefined) throw methodNotAllowed(["POST", "OPTIONS"]);
  return takeAnswered(run, id);
}
