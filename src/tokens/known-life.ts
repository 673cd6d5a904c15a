import type { KeyRing } from "../crypto/keys.js";
import { stateKey } from "../state/key.js";
import type { State } from "../state/state.js";
import type { TokenSet } from "../types/account.js";
import { secondsLeft, usualMargin } from "./life.js";

/** What is known of the access tokens of one provider, in all processes. */
export interface LifePlace {
  readonly keys: KeyRing;
  readonly state: State;
  /** Id of the provider. */
  readonly provider: string;
}

/** Seconds for which it is remembered how long tokens live. */
const keptFor = 24 * 60 * 60;

/** Whether a token has enough time left: what was asked for, or half of a life that is shorter. */
export async function hasEnoughLeft(
  place: LifePlace,
  tokens: TokenSet,
  atLeast = usualMargin,
): Promise<boolean> {
  const left = secondsLeft(tokens);
  return left >= atLeast || left >= Math.min(atLeast, (await knownLife(place)) / 2);
}

/** Seconds that access tokens of this provider live; known of those that live but briefly. */
async function knownLife(place: LifePlace): Promise<number> {
  try {
    return Number((await place.state.noted(await keyOf(place))) ?? Infinity);
  } catch {
    return Infinity;
  }
}

/** Tokens came just now. What was known of shorter lives does not count any more. */
export async function noteLife(place: LifePlace, tokens: TokenSet): Promise<void> {
  const life = secondsLeft(tokens);
  const key = await keyOf(place);
  if (life < 2 * usualMargin) await place.state.note(key, String(Math.ceil(life)), keptFor);
  else if ((await knownLife(place)) !== Infinity) await place.state.undo(key);
}

const keyOf = ({ keys, provider }: LifePlace) => stateKey(keys, "token-life", [provider]);
