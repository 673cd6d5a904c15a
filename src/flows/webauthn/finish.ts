import { WebAuthnVerificationError } from "../../errors.js";
import type { Verified } from "../flow.js";
import { readAnswer } from "./answer.js";
import { finishAuthentication } from "./authenticate.js";
import type { Ceremony } from "./ceremony.js";
import { takeChallenge } from "./challenge.js";
import { finishRegistration } from "./register.js";

/** `POST callback/{id}`: what an authenticator answered. */
export async function finishCeremony(ceremony: Ceremony): Promise<Verified> {
  const answer = readAnswer(ceremony.context.body);
  const pending = await takeChallenge(ceremony, answer.challenge);
  if (pending.action !== answer.action) {
    throw new WebAuthnVerificationError("The challenge was made for the other ceremony.");
  }
  if (answer.framed) {
    throw new WebAuthnVerificationError("The ceremony took place inside a page of another site.");
  }
  return answer.action === "register"
    ? finishRegistration(ceremony, answer, pending)
    : finishAuthentication(ceremony, answer, pending);
}
