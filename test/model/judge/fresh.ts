import { setValue, type Answer } from "../answer.js";
import { cookieOf, cookies, type Delivered } from "../message.js";
import { proofIsFreshFor, type ModelProof, type State } from "../state.js";

/** Somebody has signed in, and their browser can tell so. */
export function keepProof(state: State, answer: Answer, proof: ModelProof): void {
  const value = setValue(answer, cookies.proof);
  if (value) state.proofs.set(value, proof);
}

/** Whether this browser can tell that the user had signed in shortly before a moment, or since. */
export function isFresh(
  { proofs }: State,
  sent: Delivered,
  { user, moment = sent.at }: { readonly user: string; readonly moment?: number | undefined },
): boolean {
  const proof = proofs.get(cookieOf(sent, cookies.proof));
  return proof?.user === user && moment - proof.at <= proofIsFreshFor * 1000;
}
