import { asError } from "../../core/errors/as-error.js";
import { WebAuthnVerificationError } from "../../core/errors/errors.js";
import type { Verified } from "../../core/flow.js";
import type { AdapterAuthenticator, AdapterUser } from "../../types/adapter.js";
import type { Store } from "../../types/store.js";
import type { Ceremony } from "./ceremony.js";
import { forgetChallenges, type PendingCeremony } from "./challenge.js";
import { bytesOfStored, fromStored, splitTransports, toStored } from "./codec.js";
import { loadLibrary } from "./library.js";
import { isLinked } from "./passkeys.js";
import { originsOf, relayingParty } from "./relying-party.js";
import { encoded, type CeremonyResponse } from "./response.js";
import { isSubject } from "./subject.js";
import { verificationFor } from "./verification.js";

/** A credential and its user. */
interface Known {
  readonly authenticator: AdapterAuthenticator;
  readonly user: AdapterUser;
}

/** Finishes a sign-in with a passkey. */
export async function finishAuthentication(
  ceremony: Ceremony,
  answer: CeremonyResponse,
  { subject }: PendingCeremony,
): Promise<Verified> {
  const { provider, context } = ceremony;
  const known = await findKnown(ceremony, answer);
  const { user, authenticator } = known;
  const isExpected = subject === null || (await isSubject(ceremony, subject, user));
  if (!isExpected) {
    throw refusal("The credential belongs to a different user than the one requested.");
  }
  checkHandle(authenticator, answer, subject !== null);
  const { newCounter: counter, userVerified } = await verify(ceremony, answer, authenticator);
  forgetChallenges(context);
  const { providerAccountId } = authenticator;
  return {
    kind: "verified",
    trust: "account-only",
    user,
    account: { provider: provider.id, providerAccountId, type: "webauthn" },
    bothSteps: userVerified,
    usedPasskey: authenticator.credentialID,
    alongside: (store, userId) => keepCounter(store, known, { userId, counter }),
  };
}

async function findKnown({ store, provider }: Ceremony, { id }: CeremonyResponse): Promise<Known> {
  const authenticator = await store.getAuthenticator(toStored(id) ?? "");
  if (!authenticator) throw refusal("No user has registered this credential.");
  if (!(await isLinked({ store, provider: provider.id }, authenticator))) {
    throw refusal("The credential isn't linked to an account of this provider.");
  }
  const user = await store.getUser(authenticator.userId);
  if (!user) throw refusal("The user of this credential doesn't exist.");
  return { authenticator, user };
}

/**
 * WebAuthn Level 3, section 7.2, step 6: if no user was named, the authenticator must name one, and a given
 * user handle must match. Credentials created by other software, whose account is named by the credential's
 * id, have unknown handles.
 */
function checkHandle(
  { providerAccountId, credentialID }: AdapterAuthenticator,
  { response }: CeremonyResponse,
  named: boolean,
): void {
  const handle = response["userHandle"] ?? "";
  if (handle === "" && named) return;
  if (handle === "") throw refusal("The authenticator sent no user handle.");
  if (providerAccountId === credentialID || handle === providerAccountId) return;
  throw refusal("The authenticator's user handle belongs to a different user.");
}

/** Throws unless the response is valid in every respect. Returns the new counter, and whether the user was verified. */
async function verify(
  ceremony: Ceremony,
  answer: CeremonyResponse,
  authenticator: AdapterAuthenticator,
): Promise<{ readonly newCounter: number; readonly userVerified: boolean }> {
  const { id, response, clientDataJSON, challenge } = answer;
  const { provider } = ceremony;
  const { authenticationOptions: options, verifyAuthenticationOptions: strictness } = provider;
  const library = await loadLibrary(provider);
  const party = await relayingParty(ceremony);
  const authenticatorData = encoded(response, "authenticatorData");
  const signature = encoded(response, "signature");
  try {
    const { verified, authenticationInfo } = await library.verifyAuthenticationResponse({
      ...strictness,
      requireUserVerification: verificationFor(options?.userVerification, strictness).required,
      expectedChallenge: challenge,
      expectedOrigin: originsOf(ceremony, party),
      expectedRPID: party.id,
      expectedType: "webauthn.get",
      credential: credentialOf(authenticator),
      response: {
        id,
        rawId: id,
        type: "public-key",
        clientExtensionResults: {},
        response: { clientDataJSON, authenticatorData, signature },
      },
    });
    if (verified && !isSameKind(authenticator, authenticationInfo)) {
      throw new Error("The credential's backup eligibility changed since it was created.");
    }
    if (verified) return authenticationInfo;
  } catch (error) {
    throw refusal("The authenticator's response was rejected.", asError(error));
  }
  throw refusal("The signature doesn't match the credential.");
}

const kinds: ReadonlySet<string> = new Set(["singleDevice", "multiDevice"]);

/**
 * WebAuthn Level 3, section 7.2, step 19: whether a credential can be backed up is fixed when it's created.
 * One that changes is a copy, or forged. Rows of other software may lack the flag.
 */
function isSameKind(
  { credentialDeviceType: before }: Pick<AdapterAuthenticator, "credentialDeviceType">,
  { credentialDeviceType: now }: Pick<AdapterAuthenticator, "credentialDeviceType">,
): boolean {
  return !kinds.has(before) || before === now;
}

function credentialOf({ credentialID, credentialPublicKey, ...row }: AdapterAuthenticator) {
  return {
    id: fromStored(credentialID),
    publicKey: bytesOfStored(credentialPublicKey),
    counter: Number(row.counter),
    transports: splitTransports(row.transports),
  };
}

/**
 * Runs once it's certain that the user signs in, one sign-in per account at a time. The counter is checked
 * again, so that of two copies of an authenticator only one succeeds.
 */
async function keepCounter(
  store: Store,
  { authenticator, user }: Known,
  { userId, counter }: { userId: string; counter: number },
): Promise<void> {
  if (String(userId) !== String(user.id)) {
    throw refusal("The passkey's account was linked to another user meanwhile.");
  }
  const { credentialID } = authenticator;
  const stored = Number((await store.getAuthenticator(credentialID))?.counter);
  if (stored === 0 && counter === 0) return;
  if (!(counter > stored)) {
    throw refusal(
      "The authenticator's counter didn't increase, so the passkey may have been copied.",
    );
  }
  await store.updateAuthenticatorCounter(credentialID, counter);
}

function refusal(message: string, err?: Error): WebAuthnVerificationError {
  return new WebAuthnVerificationError(message, err && { err });
}
