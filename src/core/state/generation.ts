import { randomHex } from "../crypto/random.js";
import type { StrictState } from "./state.js";

/**
 * Holds a random text until the state is emptied, so that what was issued before then can be told apart. It
 * needs no secret, because it reveals nothing.
 */
export const generationKey = "sessions-generation";
const lasts = 10 * 366 * 24 * 60 * 60;

/** The state's generation, which was read as `known`. */
export async function generationOf(state: StrictState, known: string | undefined): Promise<string> {
  if (known !== undefined) return known;
  const made = randomHex(4);
  if (await state.set(generationKey, made, { ttl: lasts, ifAbsent: true })) return made;
  // Another process was faster; its value is used.
  return (await state.get([generationKey]))[0] ?? made;
}
