import { credentialsOf, type Asking } from "./asking.js";
import { defaultTimeout, type Ceremony } from "./ceremony.js";
import { issueChallenge } from "./challenge.js";
import { loadLibrary } from "./library.js";
import { relayingParty } from "./relying-party.js";
import { subjectOf } from "./subject.js";
import { verificationFor } from "./verification.js";

/** Options for `navigator.credentials.get()`. */
export async function authenticationOptions(ceremony: Ceremony, who: Asking) {
  const { provider } = ceremony;
  const { timeout = defaultTimeout, ...options } = provider.authenticationOptions ?? {};
  const { asked } = verificationFor(options.userVerification, provider.verifyAuthenticationOptions);
  const library = await loadLibrary(provider);
  const subject = await subjectOf(ceremony, who);
  const pending = { action: "authenticate", beganAs: who.id, subject, newcomer: null } as const;
  return library.generateAuthenticationOptions({
    ...options,
    timeout,
    userVerification: asked,
    rpID: (await relayingParty(ceremony)).id,
    // Credentials are listed to the user who is signed in and to nobody else: to whoever merely
    // names an address they would tell whether it has an account.
    ...(who.user && { allowCredentials: await credentialsOf(ceremony, who.user) }),
    challenge: await issueChallenge(ceremony, pending, timeout),
  });
}
