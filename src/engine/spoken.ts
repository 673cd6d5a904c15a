import type { ActionContext } from "../actions/context.js";
import type { Settings } from "../config/settings.js";
import type { Outcome } from "../http/outcome.js";
import type { Spoken } from "../types/messages.js";
import type { Incoming } from "./context.js";

type Speaker = NonNullable<Settings["speak"]>;

/** The context with the texts for its request. Reading a session needs none. */
export async function speaking(
  speak: Speaker,
  { action }: Incoming,
  context: ActionContext,
): Promise<ActionContext> {
  if (action === "session") return context;
  return { ...context, spoken: await speak(context.headers, context.toRequest) };
}

/** What was chosen by what the browser asks for is another page for the next browser (RFC 9110, section 12.5.5). */
export function inTheLanguageOf<Answer extends Outcome>(
  spoken: Spoken | undefined,
  outcome: Answer,
): Answer {
  if (!spoken?.byHeader || outcome.kind !== "html") return outcome;
  const vary = [outcome.headers["vary"] ?? [], "Accept-Language"].flat().join(", ");
  return { ...outcome, headers: { ...outcome.headers, vary } };
}
