import type { TokenSet } from "../../types/account.js";
import type { KeyRing } from "../crypto/keys.js";
import { stateKey } from "../state/key.js";
import type { State } from "../state/state.js";
import { secondsLeft, usualMargin } from "./lifetime.js";

/** What all processes know about the access tokens of one provider. */
export interface LifePlace {
  readonly keys: KeyRing;
  readonly state: State;
  /** The provider's id. */
  readonly provider: string;
}

/** Seconds for which a token lifetime is remembered. */
const keptFor = 24 * 60 * 60;

/** Whether a token has enough time left: what the caller wants, or half of a shorter lifetime. */
export async function hasEnoughLeft(
  place: LifePlace,
  tokens: TokenSet,
  atLeast = usualMargin,
): Promise<boolean> {
  const left = secondsLeft(tokens);
  return left >= atLeast || left >= Math.min(atLeast, (await knownLife(place)) / 2);
}

/** The lifetime in seconds of this provider's access tokens, if they're short-lived. */
async function knownLife(place: LifePlace): Promise<number> {
  try {
    return Number((await place.state.noted(await keyOf(place))) ?? Infinity);
  } catch {
    return Infinity;
  }
}

/** New tokens arrived, so a shorter known lifetime is outdated. */
export async function noteLife(place: LifePlace, tokens: TokenSet): Promise<void> {
  const life = secondsLeft(tokens);
  const key = await keyOf(place);
  if (life < 2 * usualMargin) await place.state.note(key, String(Math.ceil(life)), keptFor);
  else if ((await knownLife(place)) !== Infinity) await place.state.undo(key);
}

const keyOf = ({ keys, provider }: LifePlace) => stateKey(keys, "token-life", [provider]);
