import { WebAuthnVerificationError } from "../../core/errors/errors.js";
import type { Verified } from "../../core/flow.js";
import { finishAuthentication } from "./authenticate.js";
import type { Ceremony } from "./ceremony.js";
import { takeChallenge } from "./challenge.js";
import { finishRegistration } from "./register.js";
import { readAnswer } from "./response.js";

/** `POST callback/{id}`: an authenticator's response. */
export async function finishCeremony(ceremony: Ceremony): Promise<Verified> {
  const answer = readAnswer(ceremony.context.body);
  const pending = await takeChallenge(ceremony, answer.challenge);
  if (pending.action !== answer.action) {
    throw new WebAuthnVerificationError(
      "The challenge was issued for the other ceremony (sign-in instead of registration, or the reverse).",
    );
  }
  if (answer.framed) {
    throw new WebAuthnVerificationError("The ceremony took place inside a page of another site.");
  }
  return answer.action === "register"
    ? finishRegistration(ceremony, answer, pending)
    : finishAuthentication(ceremony, answer, pending);
}
