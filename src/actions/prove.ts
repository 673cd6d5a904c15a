import { askOf } from "../accounts/asked.js";
import type { Flow } from "../flows/flow.js";
import { Fields } from "../http/fields.js";
import { askLasts, isAccepted, openAsk } from "../sessions/ask.js";
import type { ActionContext } from "./context.js";

/**
 * The sign-in page was asked for with the wish that the person prove anew who they are, or without. Gives
 * the ways that will do.
 */
export async function noteAsk(context: ActionContext): Promise<readonly Flow[]> {
  const { query, jar, cookies, flows } = context;
  const all = [...flows.values()];
  const token = query.text("prove") ?? jar.get(cookies.prove.name);
  // Whoever comes of their own accord may sign in as anybody; an error is told on the way.
  const goesOn = query.text("prove") !== undefined || query.text("error") !== undefined;
  const ask = goesOn ? await openAsk(context, token) : null;
  if (!ask || token === undefined) {
    jar.clear(cookies.prove);
    return all;
  }
  jar.set(cookies.prove, token, { maxAge: askLasts });
  return all.filter((flow) => isAccepted(ask.methods, flow));
}

/** The request that begins a sign-in, with what makes a provider ask the person anew where that is due. */
export async function askingAnew(context: ActionContext, flow: Flow): Promise<ActionContext> {
  const ask = flow.freshParams ? await askOf(context) : null;
  if (!ask || !flow.freshParams) return context;
  const given = Object.fromEntries(context.query.texts());
  return { ...context, query: Fields.fromObject({ ...given, ...flow.freshParams(ask.within) }) };
}
