import type { Tried } from "../limits/device.js";

/** What a rate limit on codes is about: the codes of one user, from whatever browser. */
export function codesOf(userId: string): Tried {
  return { provider: "second-step", names: [`user:${userId}`] };
}
