import { toBase64Url } from "../../crypto/encoding.js";
import { randomBytes } from "../../crypto/random.js";
import { credentialsOf, type Asking } from "./asking.js";
import { defaultTimeout, type Ceremony } from "./ceremony.js";
import { issueChallenge } from "./challenge.js";
import { loadLibrary } from "./library.js";
import type { Newcomer } from "./pending.js";
import { relayingParty } from "./relying-party.js";
import { verificationFor } from "./verification.js";

/** Under which name a credential may be made by whoever asks; undefined when there is none. */
export function registrantOf({ user, claimed }: Asking): string | undefined {
  if (user) return user.email || user.name || user.id;
  return claimed?.user.email || claimed?.user.name || undefined;
}

/** Options for `navigator.credentials.create()`. */
export async function registrationOptions(ceremony: Ceremony, who: Asking, userName: string) {
  const { provider } = ceremony;
  const { timeout = defaultTimeout, ...options } = provider.registrationOptions ?? {};
  const library = await loadLibrary(provider);
  const { id: rpID, name: rpName } = await relayingParty(ceremony);
  const userID = randomBytes(32);
  const newcomer = newcomerOf(who, toBase64Url(userID));
  const pending = { action: "register", beganAs: who.id, subject: null, newcomer } as const;
  return library.generateRegistrationOptions({
    ...options,
    timeout,
    rpID,
    rpName,
    userName,
    userDisplayName: who.user?.name || userName,
    userID,
    authenticatorSelection: selectionOf(ceremony),
    excludeCredentials: who.user ? await credentialsOf(ceremony, who.user) : [],
    challenge: await issueChallenge(ceremony, pending, timeout),
  });
}

/** Of somebody who exists no more is sealed than they said themselves: its length would tell. */
function newcomerOf({ claimed }: Asking, handle: string): Newcomer {
  if (!claimed) return { user: {}, handle, taken: 0 };
  const { id: _, ...user } = claimed.user;
  if (!claimed.exists) return { user, handle, taken: 0 };
  const { email, name } = user;
  return { user: email ? { email } : { name: name ?? "" }, handle, taken: 1 };
}

/** A copy, since the library writes into it. */
function selectionOf({ provider }: Ceremony): AuthenticatorSelectionCriteria {
  const selection = provider.registrationOptions?.authenticatorSelection ?? {};
  const { asked } = verificationFor(selection.userVerification, provider.verifyRegistrationOptions);
  return {
    ...(selection.requireResidentKey === undefined && { residentKey: "required" }),
    ...selection,
    userVerification: asked,
  };
}
