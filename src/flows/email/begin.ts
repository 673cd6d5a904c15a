import { redirectTo, type Outcome } from "../../http/outcome.js";
import type { FlowContext } from "../flow.js";
import { askLeave, permitMail, tellBegun, verifyRequestUrl } from "../mail/ask.js";
import { deliver, pretend } from "../mail/deliver.js";
import type { Desk } from "../mail/desk.js";
import { identifierOf } from "../mail/identifier.js";
import { writeLetter } from "./letter.js";

/** `POST signin/{id}`: sends a mail to the address in the form. */
export async function begin(desk: Desk, context: FlowContext): Promise<Outcome> {
  const { provider } = desk;
  const identifier = await identifierOf(provider, context, context.body.text("email"));
  const leave = await askLeave(desk, context, identifier);
  const letter = await writeLetter(provider, context, identifier);
  const answer = await permitMail(desk, context, identifier);
  if (answer === "pretend") await pretend(desk, context, letter);
  else if (answer) return answer;
  else await deliver(desk, context, { letter, leave });
  await tellBegun(desk, context, answer === "pretend");
  return redirectTo(verifyRequestUrl(desk, context));
}
