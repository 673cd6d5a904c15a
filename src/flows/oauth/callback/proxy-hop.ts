import { redirectTo, type Outcome } from "../../../core/http/outcome.js";
import { methodNotAllowed } from "../../../core/http/request-problem.js";
import { actionUrl, withQuery } from "../../../core/http/urls.js";
import {
  keepRecord,
  takeAnswered,
  type FlowRecord,
  type ResponseFields,
} from "../authorize/record.js";
import type { Run } from "../provider/run.js";

/** A response with the record of its sign-in, which is now used up. */
export interface Answered {
  readonly record: FlowRecord;
  readonly fields: ResponseFields;
}

const flowParam = "flow";

/**
 * Redirects the browser to the same URL by GET, with which it sends all its cookies. Meanwhile the response
 * waits in the record's cookie: sealed, for this browser alone, for one use.
 */
export async function hopHome(run: Run, { record, fields }: Answered): Promise<Outcome> {
  await keepRecord(run, { ...record, answer: fields });
  const { provider, context } = run;
  const callback = actionUrl(context.site, "callback", provider.id);
  return redirectTo(withQuery(callback, { [flowParam]: record.id }));
}

/** The response that was posted before the redirect. A GET without one is an error. */
export async function landed(run: Run): Promise<Answered> {
  const id = run.context.query.text(flowParam);
  if (id === undefined) throw methodNotAllowed(["POST", "OPTIONS"]);
  return takeAnswered(run, id);
}
